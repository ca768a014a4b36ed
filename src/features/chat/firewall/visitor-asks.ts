import { foldText } from './fold-text.ts'
import { findWrongClaim } from './judge-claims.ts'
import { findPromise } from './promises.ts'
import { createSentenceCutter } from './sentence-cutter.ts'

type Asks = { recently: boolean; alone: boolean; named: boolean }
type Knowledge = Parameters<typeof findWrongClaim>[2]

/** So many of the newest messages can still be meant by a bare yes. */
const recentMessages = 3
const question =
  /\?|^(?:and |so |but |then |ok |okay |please )?(?:can|could|will|would|do|does|is|are|may|shall|should|say|just|confirm|give|offer|make|promise|guarantee|agree|tell me yes|let's|deal|accept|apply|launch|deliver|build|i want|i'd like|i need|we need|we want)\b/

/** Finds what a visitor asks for that the facts don't hold: a price, a discount, a date, a guarantee. */
export function createVisitorAsks(): (visitor: readonly string[], knowledge: Knowledge) => Asks {
  let lastKey = ''
  let last: Asks = { recently: false, alone: false, named: false }
  return (visitor, knowledge) => {
    const key = visitor.slice(-recentMessages).join('\n')
    if (key !== lastKey) {
      last = readAsks(visitor, knowledge)
      lastKey = key
    }
    return last
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
    named: messages.flat().some(({ hasPrice }) => hasPrice),
  }
}

function readMessage(message: string, before: readonly string[], knowledge: Knowledge) {
  const cutter = createSentenceCutter()
  return [...cutter.push(message.slice(0, 4_000)), ...cutter.end()].map((sentence) => {
    const folded = foldText(sentence)
    const wrong = findWrongClaim(folded, { visitor: before, before: [] }, knowledge)
    const isClaim = wrong !== undefined && wrong.kind !== 'count'
    return {
      isQuestion: question.test(folded),
      isLoaded: isClaim || findPromise(folded) !== undefined,
      hasPrice: wrong?.kind === 'price',
    }
  })
}
