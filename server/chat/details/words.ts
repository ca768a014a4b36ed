import lists from './words.json' with { type: 'json' }

export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

const setOf = (lines: readonly string[]) => wordSet(lines.join(' '))

/** Words at which the name of a person or company ends. */
export const functionWords = setOf(lists.functionWords)
export const productWords = setOf(lists.productWords)
export const toolWords = setOf(lists.toolWords)
export const companyWords = setOf(lists.companyWords)
/** Not a name by themselves: "I work for a fortune 500". */
export const genericWords = setOf(lists.genericWords)
/** People who build software. */
export const builderWords = setOf(lists.builderWords)
/** Never part of a name. */
const ordinaryWords = setOf(lists.ordinaryWords)
/** Not a name in lowercase. */
const lowercaseWords = setOf(lists.lowercaseWords)
/** Roles, trades, and nationalities. */
const roles = setOf(lists.roles)
const namesWithDescriptiveEnding = setOf(lists.namesWithDescriptiveEnding)
/** Names if capitalized. */
const namesThatAreWords = setOf(lists.namesThatAreWords)
const placeNames = setOf(lists.placeNames)

const descriptiveEnding = /(?:ing|ed|ly|able|ible|ful|less|ous|tion|ment|ness)$/

export function isLowercaseWord(word: string): boolean {
  return lowercaseWords.has(word.toLowerCase())
}

/** "Baker" alone is a trade. */
export function isRole(word: string): boolean {
  return roles.has(word.toLowerCase())
}

/** A name that is also an ordinary word: "Grace", or the last one of "paul young". */
export function isWordlikeName(word: string): boolean {
  const lower = word.toLowerCase()
  return namesThatAreWords.has(lower) && !functionWords.has(lower)
}

/** `isCapital` means capitalized by someone who uses capitals. */
export function canBeName(word: string, isCapital: boolean): boolean {
  const lower = word.toLowerCase()
  if (isCapital && namesThatAreWords.has(lower)) return true
  return (isCapital || !lowercaseWords.has(lower)) && canBeCompany(word) && !productWords.has(lower)
}

export function canStartName(word: string, isCapital: boolean): boolean {
  const lower = word.toLowerCase()
  if (!canBeName(word, isCapital) || lower.startsWith('ex-')) return false
  if (isCapital && namesThatAreWords.has(lower)) return true
  return (
    !toolWords.has(lower) &&
    !lowercaseWords.has(lower) &&
    (lower.length < 5 || !descriptiveEnding.test(lower) || namesWithDescriptiveEnding.has(lower))
  )
}

export function canBeCompany(word: string): boolean {
  const lower = word.toLowerCase()
  return !functionWords.has(lower) && !ordinaryWords.has(lower) && !roles.has(lower)
}

export function isDescriptive(word: string): boolean {
  const lower = word.toLowerCase()
  return descriptiveEnding.test(lower) || ordinaryWords.has(lower) || functionWords.has(lower)
}

/** `Pune`, `Pune, India`, `the US`: every part is a place. */
export function isPlace(text: string): boolean {
  const parts = text.toLowerCase().replace(/^the /, '').replaceAll('.', '').split(', ')
  return parts.every(
    (part) => placeNames.has(part.replaceAll(' ', '_')) || part.split(' ').every((word) => placeNames.has(word)),
  )
}
