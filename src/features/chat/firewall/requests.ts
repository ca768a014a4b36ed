import { contentWords } from './evidence.ts'
import { foldText } from './fold-text.ts'

/** What the forms ask for, besides what the site's own texts call the visitor's. */
const wanted = 'name e-mail address company budget timeline deadline requirements project idea web app'

const courtesy = /^(?:(?:please|just|now|then|first|next|simply|so|and|ok|okay|great|sure|yes)[,!:]? )*/
/** A verb that begins the sentence. */
const order =
  /^(?!(?:here|that|this|there|it|is|are|was|with|by|at|in|on|for|from|to|of|as|and|but|or|so|if|when|all|both|like|about|what|which|who|how|where)\b)[a-z]+ (?:me|us|your|the|an?|this|that|my|it|in|here)\b/
const wish =
  /^(?:[\w ]+, )?you (?:can|should|must|may|need to|have to|could)\b|\b(?:(?:could|can|would|will|may|should|must) you|(?:i|we|founder|studio)(?:'d|'ll| will| would)? (?:also |just |only |still )*needs?|(?:what|which) (?:is|are|was)|what's|whats)\b/
/** To be told of something is no wish to have it. */
const theirs = /(?<!\babout )\byour ([a-z-]+)/g

/** Whether a folded sentence asks a visitor for something, or tells him to do something with it, of which nobody has spoken. */
export type RequestCheck = (folded: string, visitor: readonly string[]) => boolean

/** @param texts the site's own: what they call `your idea` may be asked for */
export function createRequestCheck(texts: readonly string[]): RequestCheck {
  const named = texts.flatMap((text) => thingsIn(foldText(text)))
  const known = contentWords([...named, wanted].join(' '))
  return (folded, visitor) => {
    const text = folded.replace(courtesy, '')
    if (!order.test(text) && !wish.test(text)) return false
    const own = contentWords(foldText(visitor.join(' ')))
    return thingsIn(text).some((thing) => ![...contentWords(thing)].every((word) => known.has(word) || own.has(word)))
  }
}

function thingsIn(folded: string): string[] {
  return [...folded.matchAll(theirs)].map(([, thing = '']) => thing)
}
