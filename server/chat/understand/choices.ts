import type { Answers } from '../answers.ts'
import type { TalkState } from '../state.ts'
import { tokenize } from './model.ts'
import { partsOf } from './parts.ts'

const maxChoosingWords = 4
/** Titles are shorter. */
const maxChoosingCharacters = 60
const ordinals = ['first', 'second', 'third']
const maxEverythingWords = 3
const everything = new Set(['both', 'all', 'dono'])
const denials = new Set('no not neither none dont'.split(' '))
/** Words of titles that choose nothing. */
const common = new Set('a an the of to if it its is in on for and or your you with what who how one i after'.split(' '))

/** The answers whose titles the visitor typed, or chose among the last buttons: “the first”, “both”, “support, yes”. */
export function chosenAnswers(message: string, { asked, buttons }: TalkState, { all, idsByTitle }: Answers): string[] {
  const offered = asked?.expects === 'choice' ? buttons : []
  return partsOf(message).flatMap((part, i) => {
    if (part.length > maxChoosingCharacters) return []
    const words = tokenize(part)
    const titled = idsByTitle.get(words.join(' '))
    // A single word can be a title by chance, unless it was offered.
    if (titled !== undefined && (words.length > 1 || offered.includes(titled))) return [titled]
    if (i > 0 || words.length > maxChoosingWords || words.some((word) => denials.has(word))) return []
    if (words.length <= maxEverythingWords && words.some((word) => everything.has(word))) return offered
    const inOrder = offered.filter((_, n) => words.includes(ordinals[n] ?? ''))
    if (inOrder.length > 0) return inOrder
    const sharing = offered.filter((id) => sharesWord(words, all.get(id)?.title ?? ''))
    return sharing.length === 1 ? sharing : []
  })
}

function sharesWord(words: readonly string[], title: string): boolean {
  return tokenize(title).some((word) => !common.has(word) && words.includes(word))
}
