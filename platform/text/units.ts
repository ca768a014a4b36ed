export const timeUnits = ['minute', 'hour', 'day', 'week', 'month', 'year']

/** Numbers that have different plural forms in many languages (CLDR). Polish has 1 godzina, 2 godziny, and 5 godzin. */
const pluralSamples = [1, 2, 5, 21]

const namesByLang = new Map<string, ReadonlyMap<string, string>>()

/** Maps a language's names of units, in all plural forms, to units: in Portuguese, `hora` and `horas` are `hour`. */
export function unitNames(lang: string): ReadonlyMap<string, string> {
  const cached = namesByLang.get(lang)
  if (cached !== undefined) return cached
  const names = new Map(
    [...timeUnits, 'percent'].flatMap((unit) =>
      pluralSamples.map((count) => [nameAfter(count, unit, lang).toLowerCase(), unit] as const),
    ),
  )
  namesByLang.set(lang, names)
  return names
}

/** Puts a unit in the plural form for a number: `hour` for 1, `hours` for 2. Returns other words unchanged. */
export function unitAfter(count: number, word: string, lang: string): string {
  const unit = unitNames(lang).get(word.toLowerCase())
  return unit === undefined ? word : nameAfter(count, unit, lang)
}

function nameAfter(count: number, unit: string, lang: string): string {
  const parts = new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).formatToParts(count)
  return parts.find(({ type }) => type === 'unit')?.value ?? unit
}
