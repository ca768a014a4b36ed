import lists from './words.json' with { type: 'json' }

export function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

const setOf = (lines: readonly string[]) => words(lines.join(' '))

/** Words at which the name of a person or company ends. */
export const functionWords = setOf(lists.functionWords)
export const productWords = setOf(lists.productWords)
export const toolWords = setOf(lists.toolWords)
export const companyWords = setOf(lists.companyWords)
/** Not a name by themselves: "I work for a fortune 500". */
export const generic = setOf(lists.generic)
export const people = setOf(lists.people)
const small = setOf(lists.small)
const everyday = setOf(lists.everyday)
const standings = setOf(lists.standings)
const namesThatDescribe = setOf(lists.namesThatDescribe)
/** Names if capitalized. */
const namesThatAreWords = setOf(lists.namesThatAreWords)
const places = setOf(lists.places)

const describing = /(?:ing|ed|ly|able|ible|ful|less|ous|tion|ment|ness)$/

export function isEveryday(word: string): boolean {
  return everyday.has(word.toLowerCase())
}

/** A trade, if it stands alone: "I'm Baker". */
export function isTrade(word: string): boolean {
  return standings.has(word.toLowerCase())
}

/** A name that is also an ordinary word: "Grace", or the last one of "paul young". */
export function isWordlikeName(word: string): boolean {
  const low = word.toLowerCase()
  return namesThatAreWords.has(low) && !functionWords.has(low)
}

/** `isCapital` means capitalized by someone who uses capitals. */
export function canBeName(word: string, isCapital: boolean): boolean {
  const low = word.toLowerCase()
  if (isCapital && namesThatAreWords.has(low)) return true
  return (isCapital || !everyday.has(low)) && canBeCompany(word) && !productWords.has(low)
}

export function canStartName(word: string, isCapital: boolean): boolean {
  const low = word.toLowerCase()
  if (!canBeName(word, isCapital) || low.startsWith('ex-')) return false
  if (isCapital && namesThatAreWords.has(low)) return true
  return (
    !toolWords.has(low) && !everyday.has(low) && (low.length < 5 || !describing.test(low) || namesThatDescribe.has(low))
  )
}

export function canBeCompany(word: string): boolean {
  const low = word.toLowerCase()
  return !functionWords.has(low) && !small.has(low) && !standings.has(low)
}

export function isDescription(word: string): boolean {
  const low = word.toLowerCase()
  return describing.test(low) || small.has(low) || functionWords.has(low)
}

/** `Pune`, `Pune, India`, `the US`: every part is a place. */
export function isPlace(text: string): boolean {
  const parts = text.toLowerCase().replace(/^the /, '').replaceAll('.', '').split(', ')
  return parts.every(
    (part) => places.has(part.replaceAll(' ', '_')) || part.split(' ').every((word) => places.has(word)),
  )
}
