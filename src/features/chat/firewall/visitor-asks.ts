import { findDates } from './dates.ts'
import { foldText } from './fold-text.ts'
import { findWrongClaim } from './judge-claims.ts'
import { findPromise } from './promises.ts'
import { createSentenceCutter } from './sentence-cutter.ts'
import { numbersOf } from './visitor-numbers.ts'

type Asks = { recently: boolean; alone: boolean; named: boolean; ofMoney: boolean }
type Knowledge = Parameters<typeof findWrongClaim>[2]

/** So many of the newest messages can still be meant by a bare yes. */
const recentMessages = 3
const question =
  /\?|^(?:and |so |but |then |ok |okay |please )?(?:can|could|will|would|do|does|is|are|may|shall|should|say|just|confirm|give|offer|make|promise|guarantee|agree|tell me yes|let's|deal|accept|apply|use|book|schedule|reserve|send|sign|hold|lock|waive|refund|launch|deliver|build|i want|i'd like|i need|we need|we want)\b/

/** A question after a statement that asks about the statement. */
const afterword =
  /^(?:(?:is|would|will|does|sounds?|all|so|can|could)(?: that| this| it| you| we)? ?)?(?:be )?(?:possible|ok(?:ay)?|right|correct|agreed?|deal|doable|fine|yes|no|cool|fair|realistic|enough|works?|good|do (?:it|that|this)|make (?:it|that)|feasible|manage|accept\w*|confirm\w*)?(?: for you| then| it)? ?\?+$|^(?:just |please )*(?:say|answer|reply|type|tell me)(?: me)? ["']?(?:yes|ok|okay|y)\b/

/** What a yes would promise; that a visitor wants to book or send something is nothing bad. */
const asksFor = new Set<string>(['discount', 'promise'])

/** Finds what a visitor asks for that the facts don't hold: a price, a discount, a date, a guarantee. */
export function createVisitorAsks(): (visitor: readonly string[], knowledge: Knowledge) => Asks {
  const kept = new WeakMap<readonly string[], Asks>()
  return (visitor, knowledge) => {
    const asks = kept.get(visitor) ?? readAsks(visitor, knowledge)
    kept.set(visitor, asks)
    return asks
  }
}

function readAsks(visitor: readonly string[], knowledge: Knowledge): Asks {
  const messages = visitor
    .slice(-recentMessages)
    .map((message, i, all) => readMessage(message, all.slice(0, i), knowledge))
  const newest = messages.at(-1) ?? []
  const asked = newest.filter(({ isQuestion }) => isQuestion)
  const loaded = asked.filter(({ isLoaded }) => isLoaded)
  return {
    recently: messages.flat().some(({ isLoaded }) => isLoaded),
    alone: loaded.length > 0 && loaded.length === asked.length,
    ofMoney: messages.flat().some(({ isOfMoney }) => isOfMoney),
    named: numbersOf(visitor).some(({ kind }) => kind === 'price'),
  }
}

function readMessage(message: string, before: readonly string[], knowledge: Knowledge) {
  const cutter = createSentenceCutter()
  let wasLoaded = false
  return [...cutter.push(message.slice(0, 4_000)), ...cutter.end()].map((sentence) => {
    const folded = foldText(sentence)
    const wrong = findWrongClaim(folded, { visitor: before, before: [] }, knowledge)
    const isClaim = (wrong !== undefined && wrong.kind !== 'count') || findDates(folded).length > 0
    const isAfterword = afterword.test(folded)
    const promise = asksFor.has(findPromise(folded) ?? '')
    wasLoaded = isClaim || promise || (wasLoaded && isAfterword)
    return {
      isQuestion: question.test(folded) || isAfterword,
      isLoaded: wasLoaded,
      isOfMoney: promise || wrong?.kind === 'price' || wrong?.kind === 'percent',
    }
  })
}
