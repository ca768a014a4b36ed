import { findDates } from './dates.ts'
import { contentWords } from './evidence.ts'
import { foldText } from './fold-text.ts'
import { findWrongClaim } from './judge-claims.ts'
import type { SiteKnowledge } from './knowledge.ts'
import { findPromise } from './promises.ts'
import { cutSentences } from './sentence-cutter.ts'
import { numbersOf } from './visitor-numbers.ts'

type Asks = {
  recently: boolean
  alone: boolean
  named: boolean
  ofMoney: boolean
  /** The last message asks for a yes, and nothing on the site gives it. */
  isOpen: boolean
  /** It asks for one, and the site's own words give it. */
  isAnswered: boolean
  /** Other companies are judged in it. */
  ofRivals: boolean
  /** It speaks of an order, a deal, terms. */
  ofTerms: boolean
  /** The words that say what it asks for. */
  words: ReadonlySet<string>
}
type Knowledge = Parameters<typeof findWrongClaim>[2] & Pick<SiteKnowledge, 'evidence' | 'isSmallTalk'>

/** So many of the newest messages can still be meant by a bare yes. */
const recentMessages = 3
/** So many sentences of each are looked at. */
const mostSentences = 30
/** So many conversations are remembered, for the next sentence of the same reply. */
const mostKept = 64
const question =
  /\?|^(?:and |so |but |then |ok |okay |please )?(?:can|could|will|would|do|does|is|are|may|shall|should|say|just|confirm|give|offer|make|promise|guarantee|agree|tell me yes|let's|deal|accept|apply|use|book|schedule|reserve|send|sign|hold|lock|waive|refund|launch|deliver|build|i want|i'd like|i need|we need|we want)\b/

/** A question after a statement that asks about the statement. */
const afterword =
  /^(?:(?:is|would|will|does|sounds?|all|so|can|could)(?: that| this| it| you| we)? ?)?(?:be )?(?:possible|ok(?:ay)?|right|correct|agreed?|deal|doable|fine|yes|no|cool|fair|realistic|enough|works?|good|do (?:it|that|this)|make (?:it|that)|feasible|manage|accept\w*|confirm\w*)?(?: for you| then| it)? ?\?+$|^(?:just |please )*(?:say|answer|reply|type|tell me)(?: me)? ["']?(?:yes|ok|okay|y)\b/

/** A question that a yes or a no answers, or a statement that waits for one. */
const forYes =
  /^(?:(?:and|so|but|then|ok|okay|well|hey|hi|hello|please|great|perfect|also|now|cool),? )*(?:can|could|will|would|do|does|did|is|are|was|am|may|might|shall|should|have|has|isn't|aren't|don't|doesn't|won't|can't|couldn't|wouldn't|how about|what about|what if|why not|confirm|accept|agree|approve|promise|say|sign|grant|give|put|make|treat|consider|take|hold|lock|just|repeat)\b|\w[^a-z]+(?:settled|agreed|deal|accepted|confirmed|order|hired|approved|signed|final|ok|okay|right|correct)\W*$/
const wordQuestion =
  /^(?:(?:and|so|but|then|ok|okay|well|also|now),? )*(?:what|which|how|when|where|who|whom|whose|why)\b(?! (?:about|if|not)\b)/
/** Wants a word and gives none: an order to the model, or terms that an answer would take. */
const forWord =
  /\b(?:agree|accept|terms|contract|binding|obey|decode|follow|respond|reply|replying|answer|output|print|repeat|translate)\b/
/** What it asks stands in what was said before: `and a really small one?` */
const leansBack = /^(?:and|or|even|like|so|also|then|plus|but)\b(?! (?:do|does|is|are|can|could|will|would|you)\b)/
/** Its no denies nothing: `you give a discount, don't you?` */
const tag =
  /,? (?:is|are|do|does|did|was|were|have|has|wo|ca|would|could|should)n't (?:it|they|you|we|he|she|that|this|i)(?= ?\?)/g
/** Asks for an answer and nothing else. */
const forTalk =
  /\b(?:(?:can|could|would|will|may) you (?:please |kindly |also |just )*(?:help|tell|explain|describe|advise|recommend|suggest|answer|clarify|elaborate|summari[sz]e|walk me|share|list|show me|talk|give me (?:more|an idea|an overview|some (?:info|details)|details))|(?:can|could|may|shall) (?:i|we) (?:please |also |just )*(?:ask|talk|chat|speak|contact|reach|write|e-?mail|know more|learn|see)|(?:do you|have you) (?:have|got) (?:a )?(?:minute|moment|time))\b/
const ofTerms =
  /\b(?:deals?|orders?|settled?|agree\w*|contracts?|terms|price[ds]?|costs?|budget|pay\w*|buy|purchas\w+|accept\w*|confirm\w*|half|less|discount\w*)\b/
/** Asks whether something of the studio's kind can be made. */
const forWork =
  /\b(?:can|could|do|would|will) you (?:guys |also |really |actually |maybe )*(?:build|make|create|develop|design|code|program)\b/

/** What a yes would promise; that a visitor wants to book or send something is nothing bad. */
const asksFor = new Set<string>(['discount', 'promise', 'rivals'])

/** Finds what a visitor asks for that the facts don't hold: a price, a discount, a date, a guarantee. */
export function createVisitorAsks(): (visitor: readonly string[], knowledge: Knowledge) => Asks {
  const kept = new Map<string, Asks>()
  return (visitor, knowledge) => {
    const key = JSON.stringify([knowledge.promotionIsOver, ...visitor])
    const asks = kept.get(key) ?? readAsks(visitor, knowledge)
    kept.delete(key)
    kept.set(key, asks)
    for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest)
    return asks
  }
}

function readAsks(visitor: readonly string[], knowledge: Knowledge): Asks {
  const messages = visitor
    .slice(-recentMessages)
    .map((message, i, all) => readMessage(message, all.slice(0, i), knowledge))
  const newest = messages.at(-1) ?? []
  const open = newest.filter(({ isOpen }) => isOpen)
  const asked = newest.filter(({ isQuestion }) => isQuestion)
  const loaded = asked.filter(({ isLoaded }) => isLoaded)
  return {
    recently: messages.flat().some(({ isLoaded }) => isLoaded),
    alone: loaded.length > 0 && loaded.length === asked.length,
    ofMoney: messages.flat().some(({ isOfMoney }) => isOfMoney),
    isOpen: open.length > 0,
    isAnswered: open.length === 0 && newest.some(({ isAnswered }) => isAnswered),
    ofRivals: newest.some(({ promise }) => promise === 'rivals'),
    ofTerms: ofTerms.test(foldText(visitor.at(-1) ?? '')),
    words: new Set(newest.flatMap(({ words }) => [...words])),
    named: numbersOf(visitor).some(({ kind }) => kind === 'price'),
  }
}

function readMessage(message: string, before: readonly string[], knowledge: Knowledge) {
  let wasLoaded = false
  const sentences = cutSentences(message.slice(0, 4_000)).filter((sentence) =>
    /[^\p{P}\p{Z}\p{M}\p{C}]/u.test(sentence),
  )
  return sentences.slice(0, mostSentences).map((sentence) => {
    const folded = foldText(sentence)
    const wrong = findWrongClaim(folded, { visitor: before, before: [] }, knowledge)
    const isClaim = (wrong !== undefined && wrong.kind !== 'count') || findDates(folded).length > 0
    const isAfterword = afterword.test(folded)
    const promise = findPromise(folded.replaceAll(tag, ''))
    const isPromise = asksFor.has(promise ?? '')
    wasLoaded = isClaim || isPromise || (wasLoaded && isAfterword)
    const words = contentWords(folded)
    const yes = asksYes(folded)
    const given = yes && isGiven(folded, words, knowledge)
    return {
      words: yes ? words : new Set<string>(),
      isOpen: (yes && !given) || wasLoaded,
      isAnswered: given && !wasLoaded,
      isQuestion: question.test(folded) || isAfterword,
      isLoaded: wasLoaded,
      promise,
      isOfMoney: (isPromise && promise !== 'rivals') || wrong?.kind === 'price' || wrong?.kind === 'percent',
    }
  })
}

function asksYes(folded: string): boolean {
  if (wordQuestion.test(folded) || forTalk.test(folded)) return false
  return folded.endsWith('?') || forYes.test(folded) || forWord.test(folded)
}

/** Whether the site's own words give the yes. */
function isGiven(folded: string, words: ReadonlySet<string>, { evidence, isSmallTalk, lexicon }: Knowledge): boolean {
  if (isSmallTalk(folded)) return true
  if (leansBack.test(folded)) return false
  if (evidence(words)) return true
  const sold = forWork.test(folded) ? lexicon(folded).filter(({ role }) => role === 'offering') : []
  return sold.some(({ general }) => !general) && !sold.some(({ ids }) => ids.some((id) => id.startsWith('other:')))
}
