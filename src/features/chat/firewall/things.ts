/** Something that a number can belong to: what is sold (`offering`), or a side of it such as support (`aspect`). */
export type Thing = {
  id: string
  role: 'offering' | 'aspect'
  names: readonly string[]
  /** The kinds of numbers that it has; all where nothing is said. */
  of?: readonly string[]
  /** Names that count only where nothing else is named. */
  weakNames?: readonly string[]
  /** Its weak names are words for anything that is sold, such as `price`. */
  general?: boolean
}

export type Mention = {
  ids: readonly string[]
  role: Thing['role']
  of: readonly string[] | undefined
  weak: boolean
  general: boolean
  start: number
  end: number
}

/** Finds things by their names in folded texts (foldText); of two names at one place the longer counts. */
export type Lexicon = (folded: string) => Mention[]

/**
 * @param groups of two names at one place the longer counts, within each list of things; names may be written with capitals
 * and hyphens; an s or es at the end is no difference
 */
export function createLexicon(...groups: readonly (readonly Thing[])[]): Lexicon {
  const searches = groups.flatMap((things) => [
    createSearch(things.filter(({ role }) => role === 'offering')),
    createSearch(things.filter(({ role }) => role === 'aspect')),
  ])
  return (folded) => searches.flatMap((search) => search(folded)).sort((a, b) => a.start - b.start)
}

function createSearch(things: readonly Thing[]): Lexicon {
  const meanings = new Map<string, Omit<Mention, 'start' | 'end'>>()
  for (const thing of things) for (const name of thing.weakNames ?? []) addMeaning(meanings, thing, name, true)
  for (const thing of things) for (const name of thing.names) addMeaning(meanings, thing, name, false)
  if (meanings.size === 0) return () => []
  const names = [...meanings.keys()].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(`(?<![a-z\\d])(?:${names.map(namePattern).join('|')})(?![a-z\\d])`, 'g')
  return (folded) =>
    [...folded.matchAll(pattern)].flatMap((match) => {
      const meaning = meanings.get(keyOf(match[0]))
      return meaning === undefined ? [] : [{ ...meaning, start: match.index, end: match.index + match[0].length }]
    })
}

function addMeaning(
  meanings: Map<string, Omit<Mention, 'start' | 'end'>>,
  { id, role, of, general = false }: Thing,
  name: string,
  weak: boolean,
): void {
  const key = keyOf(name)
  const known = meanings.get(key)
  const ids = [...new Set([...(known?.weak === weak ? known.ids : []), id])]
  if (known === undefined || known.weak || !weak) meanings.set(key, { ids, role, of, weak, general })
}

function keyOf(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll(/[\s-]+/g, ' ')
    .replaceAll(/'s\b/g, '')
    .trim()
  return words
    .split(' ')
    .map((word) => word.replace(/(?<=[^s]{2})(?:(?<=[sxh])es|s)$/, ''))
    .join(' ')
}

function namePattern(key: string): string {
  const words = key.split(' ').map((word) => `${word.replaceAll(/[^a-z\d]/g, '\\$&')}(?:'s|e?s)?`)
  return words.join('[ -]+')
}
