import type { Answers } from '../answers.ts'
import type { ChatState } from '../state.ts'
import { tokenize } from './model.ts'
import { partsOf } from './parts.ts'
import { allChoices, choiceDenials, nods, noWords, ordinals, titleFillers, yesWords } from './words.ts'

/** Long enough for “the first, please” and “both of them”. Longer replies are sentences, not choices. */
const maxChoosingWords = 4
const maxEverythingWords = 3
/** Exceeds any title. */
const maxTitleCharacters = 60

/** Finds answers whose titles the visitor typed, or chose from the last buttons: “the first”, “both”, “support, yes”. */
export function chosenAnswers(message: string, { asked, buttons }: ChatState, { all, idsByTitle }: Answers): string[] {
  const offered = asked?.expects === 'choice' ? buttons : []
  return partsOf(message).flatMap((part, i) => {
    if (part.length > maxTitleCharacters) return []
    const words = tokenize(part)
    const titled = idsByTitle.get(words.join(' '))
    // A single word can match a title by chance, unless that title was offered.
    if (titled !== undefined && (words.length > 1 || offered.includes(titled))) return [titled]
    if (i > 0 || words.length > maxChoosingWords || words.some((word) => choiceDenials.has(word))) return []
    if (words.length <= maxEverythingWords && words.some((word) => allChoices.has(word))) return offered
    const inOrder = offered.filter((_, n) => words.includes(ordinals[n] ?? ''))
    if (inOrder.length > 0) return inOrder
    const similar = offered.filter((id) => sharesWord(words, all.get(id)?.title ?? ''))
    return similar.length === 1 ? similar : []
  })
}

function sharesWord(words: readonly string[], title: string): boolean {
  return tokenize(title).some((word) => !titleFillers.has(word) && words.includes(word))
}

/** Whether a message says yes or no to the chat's question, if the question expects that. */
export function yesOrNo(message: string, { asked }: ChatState): 'yes' | 'no' | undefined {
  const isYesNo = asked?.expects === 'yesNo' || asked?.expects === 'choice' || typeof asked?.yes === 'string'
  if (!isYesNo) return undefined
  const [first = ''] = tokenize(message)
  if (noWords.has(first)) return 'no'
  const isNod = asked.expects === 'choice' && nods.has(first)
  return yesWords.has(first) && !isNod ? 'yes' : undefined
}

/** ID of the answer a “yes” to the chat's question asks for. */
export function yesAnswer({ asked, buttons }: ChatState, { all }: Answers): string | undefined {
  if (asked?.expects === 'choice') return buttons.length === 1 ? buttons[0] : undefined
  return asked?.yes && all.has(asked.yes) ? asked.yes : undefined
}
