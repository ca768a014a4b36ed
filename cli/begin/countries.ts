import countries from 'i18n-iso-countries'
import { lazy } from '../../platform/lazy.ts'
import { nearestTo } from '../../platform/text/nearest.ts'

/** Everyday country and region names missing from the package. */
const everydayNames = {
  ...{ america: 'US', britain: 'GB', england: 'GB', scotland: 'GB', wales: 'GB', 'northern ireland': 'GB' },
  holland: 'NL',
}

/** Maps country names in the package's languages, and two- and three-letter codes, to codes. */
const codes = lazy(() => {
  const names = [...countries.getSupportedLanguages(), 'en'].flatMap((language) =>
    Object.entries(countries.getNames(language, { select: 'all' })).flatMap(([code, names]) =>
      names.map((name) => [plain(name), code] as const),
    ),
  )
  const letters = Object.entries(countries.getAlpha2Codes()).flatMap(([two, three]) => [
    [plain(two), two] as const,
    [plain(three), two] as const,
  ])
  return new Map([...names, ...Object.entries(everydayNames), ...letters])
})

function plain(name: string): string {
  const letters = name.normalize('NFD').replaceAll(/[\p{M}.’']/gu, '')
  return letters.toLowerCase().replaceAll('&', 'and').replace(/^the /, '').trim()
}

/** Reads `PT ES`, `Schweiz; Liechtenstein`, and `Spain, France, and Italy`. @param fail called with a problem */
export function readCountries(text = '', fail?: (problem: string) => void): string[] | undefined {
  const entries = text.split(/[,;]/).flatMap((entry) => partsOf(entry.replace(/^ *(?:and|&) /i, '')))
  const found = entries.flatMap((entry) => codes().get(plain(entry)) ?? [])
  const unknown = entries.find((entry) => !codes().has(plain(entry)))
  if (unknown === undefined) return found.length > 0 ? [...new Set(found)] : undefined
  const english = Object.values(countries.getNames('en', { select: 'all' })).flat()
  const nearest = unknown.length > 3 ? nearestTo(unknown, english) : undefined
  fail?.(
    nearest === undefined
      ? `Couldn’t find a country called “${unknown}”.`
      : `Couldn’t find “${unknown}”. Did you mean ${nearest}?`,
  )
  return undefined
}

/** Splits an entry such as `US and Canada` or `PT ES`, unless it's the name of a single country. */
function partsOf(entry: string): string[] {
  const name = entry.trim()
  if (name === '' || codes().has(plain(name))) return name === '' ? [] : [name]
  const names = name.split(/ (?:and|&) /i)
  const words = name.split(' ')
  const isListOfCodes = names.length === 1 && words.every((word) => codes().has(plain(word)))
  return isListOfCodes ? words : names
}
