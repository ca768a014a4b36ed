export const timeUnits = ['minute', 'hour', 'day', 'week', 'month', 'year']

const namesByLang = new Map<string, ReadonlyMap<string, string>>()

/** Units by their names in a language: `horas` is `hour` in Portuguese. */
export function unitNames(lang: string): ReadonlyMap<string, string> {
  const cached = namesByLang.get(lang)
  if (cached !== undefined) return cached
  const names = new Map(
    [...timeUnits, 'percent'].flatMap((unit) =>
      [1, 2, 5, 21].map((count) => [nameAfter(count, unit, lang).toLowerCase(), unit] as const),
    ),
  )
  namesByLang.set(lang, names)
  return names
}

/** The name of a unit after this number: `hour` for 1 and `hours`. Other words don't change. */
export function unitAfter(count: number, word: string, lang: string): string {
  const unit = unitNames(lang).get(word.toLowerCase())
  return unit === undefined ? word : nameAfter(count, unit, lang)
}

function nameAfter(count: number, unit: string, lang: string): string {
  const parts = new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).formatToParts(count)
  return parts.find(({ type }) => type === 'unit')?.value ?? unit
}
