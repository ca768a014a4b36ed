import type { Answer, Fact } from '../../../platform/content/chat/answers.ts'
import { type Answers, detailsId } from '../answers.ts'
import type { ChatState } from '../state.ts'
import type { Want } from '../understand/find-answer.ts'
import { type Prediction, tokenize } from '../understand/model.ts'
import { offerIn } from '../understand/offers.ts'
import type { Choice } from './choose-buttons.ts'
import { buttonsFor, maxButtons } from './choose-buttons.ts'
import type { PlanInput } from './plan-input.ts'
import { hasDescribed, hasDetails, maxFactsOfOne } from './plan-limits.ts'

export function chooseFacts(input: PlanInput): Choice {
  const { understood, details, state, answers, message, comparisons } = input
  const { clauses, wants } = understood
  const { newest } = details
  const wanted = wantedFacts(input)
  if (newest.email !== null || (newest.name !== null && state.asked?.expects === 'contact'))
    return { reason: 'contact', facts: contactFacts(wanted, input) }
  if (comparisons.length > 0) return { reason: 'budget', facts: [...comparisons, ...wanted] }
  // The digits can also look like a secret that shouldn't be typed.
  const hasTopic = wanted.some((id) => answers.facts.get(id)?.answer.kind === 'topic')
  if (!hasTopic && hasPhoneNumber(message)) return { reason: 'asked', facts: situationAnswer('phone', input) }
  if (wanted.length > 0) return { reason: 'asked', facts: wanted }
  if (newest.budget !== null && details.budget?.currency === undefined)
    return { reason: 'noCurrency', facts: situationFacts('noCurrency', input, 1) }
  if (isBuying(input)) return { reason: 'buying', facts: situationFacts('buying', input, 2) }
  if (clauses.length === 0 && wants.length === 0) return { reason: 'unknown', facts: fallbackFacts(input, 'unclear') }
  if (understood.trouble !== undefined) return { reason: 'unsure', facts: [] }
  if (understood.doubts.length > 0) return doubtfulChoice(input)
  // Don't just acknowledge a question.
  const isIgnored = wants.length === 0 && clauses.some(({ act, isQuestion }) => act !== 'describe' && isQuestion)
  if (isIgnored) return { reason: 'unknown', facts: fallbackFacts(input, 'unknown') }
  return { reason: 'nothing asked', facts: unaskedFacts(input) }
}

export function isBuying({ understood: { doubts, clauses } }: PlanInput): boolean {
  const hasQuestion = doubts.some(({ isQuestion }) => isQuestion)
  return !hasQuestion && clauses.some(({ act, probability }) => act === 'buy' && probability >= 0.6)
}

/** If the three highest probabilities add up to less, the chat says it doesn't know. */
const minOfferedSum = 0.6

/** Gives the likeliest answer with a warning, offers likely answers as buttons, or says the chat doesn't know. */
function doubtfulChoice(input: PlanInput): Choice {
  const { understood, message } = input
  const buttons = buttonsFor(input, { reason: 'unsure', facts: [] }, [])
  const isLikely = understood.doubts.some(({ predictions }) => sumOfLikeliest(predictions) >= minOfferedSum)
  if (buttons.length > 0 && isLikely) return maybeAnswer(input) ?? { reason: 'unsure', facts: [] }
  const isOneWord = tokenize(message).filter((word) => /\p{L}/u.test(word)).length < 2
  return { reason: 'unknown', facts: fallbackFacts(input, isOneWord ? 'unclear' : 'unknown') }
}

function sumOfLikeliest(predictions: readonly Prediction[]): number {
  return predictions.slice(0, maxButtons).reduce((sum, { probability }) => sum + probability, 0)
}

/** Minimum probability for giving an answer with a warning. */
const minMaybe = 0.4

/** The likeliest answer's first new sentence, if the message is a single question. */
function maybeAnswer({ understood: { doubts, wants, clauses }, state, answers }: PlanInput): Choice | undefined {
  const [doubt, ...others] = doubts
  const [best] = doubt?.predictions ?? []
  const isMixed = others.length > 0 || wants.length > 0 || clauses.some(({ act }) => act === 'describe')
  if (isMixed || best === undefined || best.probability < minMaybe || best.id.includes('/')) return undefined
  const answer = answers.all.get(best.id)
  if (answer?.kind !== 'topic' || state.refused.has(best.id)) return undefined
  const facts = nextFacts(answer, state, 1)
  return facts.length === 0 ? undefined : { reason: 'maybe', facts }
}

/** Says where the details are, then answers the visitor's question or says when to expect a reply. */
function contactFacts(wanted: readonly string[], input: PlanInput): string[] {
  const { answers, state, understood } = input
  const [where, ...others] = nextFacts(answers.all.get(detailsId), state, 2)
  const hasQuestion = wanted.length === 0 && understood.doubts.some(({ isQuestion }) => isQuestion)
  const hasButtons = hasQuestion && buttonsFor(input, { reason: 'contact', facts: [] }, []).length > 0
  const answered = hasQuestion && !hasButtons ? fallbackFacts(input, 'unknown').slice(0, 1) : wanted
  const second = answered.length > 0 ? answered : others
  return (where === undefined ? second : [where, ...second]).slice(0, maxFactsOfOne)
}

const phoneNumber = /\+?\d[\d ()./-]{5,18}\d/g
const [minPhoneDigits, maxPhoneDigits] = [9, 15]

function hasPhoneNumber(message: string): boolean {
  return (message.match(phoneNumber) ?? []).some((match) => {
    const digits = match.replace(/\D/g, '').length
    return digits >= minPhoneDigits && digits <= maxPhoneDigits
  })
}

/** The fallback's next sentences, or its first sentence again once the chat has used them all. */
function fallbackFacts({ answers, state }: PlanInput, id: 'unknown' | 'unclear'): string[] {
  const answer = answers.all.get(id)
  const next = nextFacts(answer, state, maxFactsOfOne)
  return next.length > 0 ? next : (answer?.facts ?? []).slice(0, 1).map((fact) => fact.id)
}

/** Two facts if a message asks for one answer, otherwise one fact each. Skips small talk if there's anything else. */
function wantedFacts(input: PlanInput): string[] {
  const { wants, clauses, doubts } = input.understood
  const { state, answers } = input
  const found: { want: Want; answer: Answer }[] = []
  for (const want of wants) {
    const answer = answers.all.get(want.id)
    const isUntrue = want.id === detailsId && !hasDetails(input)
    if (answer !== undefined && !isUntrue) found.push({ want, answer })
  }
  const serious = found.filter(({ answer }) => answer.kind !== 'talk')
  const isAlone = doubts.length === 0 && !clauses.some(({ act }) => act === 'describe')
  const smallTalk = isAlone ? found.slice(0, 1) : []
  const said = serious.length > 0 ? serious : smallTalk
  return said.flatMap(({ want, answer }) => factsOf(answer, want, state, said.length === 1 ? maxFactsOfOne : 1))
}

function factsOf(answer: Answer, { about, how }: Want, state: ChatState, count: number): string[] {
  const next = nextFacts(answer, state, count)
  if (about !== null) {
    const followUp = answer.facts.filter((fact) => fact.about === about).map(({ id }) => id)
    return [...followUp, ...next].slice(0, Math.max(1, followUp.length))
  }
  if (next.length > 0 || how === 'more') return next
  const all = answer.facts.filter((fact) => fact.about === null)
  return all.slice(0, count).map(({ id }) => id)
}

/** An answer's next facts. Skips a leaning fact if the fact it leans on doesn't come right before it. */
function nextFacts(answer: Answer | undefined, { said, lastFacts }: ChatState, count: number): string[] {
  const facts: Fact[] = []
  for (const [i, fact] of (answer?.facts ?? []).entries()) {
    if (facts.length === count) break
    if (fact.about !== null || said.has(fact.id)) continue
    const support = answer?.facts[i - 1]?.id
    const before = facts.length > 0 ? facts.at(-1)?.id : lastFacts.at(-1)
    if (!fact.leans || before === support) facts.push(fact)
  }
  return facts.map(({ id }) => id)
}

type Situation = keyof Answers['talk']['situations']

function situationFacts(situation: Situation, { answers, state }: PlanInput, count: number): string[] {
  return answers.talk.situations[situation].flatMap((id) => nextFacts(answers.all.get(id), state, 1)).slice(0, count)
}

/** Returns the next unsaid facts from the first answer listed for a situation. */
function situationAnswer(situation: Situation, { answers, state }: PlanInput): string[] {
  const [id = ''] = answers.talk.situations[situation]
  return nextFacts(answers.all.get(id), state, maxFactsOfOne)
}

/** Facts to add after a description, or after a reply to the chat's question. */
function unaskedFacts(input: PlanInput): string[] {
  const { state, answers, understood, slots } = input
  const fitting = (state.asked?.leadsTo ?? []).flatMap((id) => nextFacts(answers.all.get(id), state, 1))
  if (fitting.length > 0) return fitting.slice(0, 1)
  if (understood.besides !== undefined && slots.product === undefined) return situationAnswer('doubtful', input)
  const described = understood.clauses.filter(({ act }) => act === 'describe').map(({ text }) => text)
  if (described.length === 0) return []
  const description = described.join(' ')
  const offer = offerIn(description, answers)
  const priceId = offer?.isAside ? undefined : offer?.answers.price
  const price = nextFacts(answers.all.get(priceId ?? ''), state, 1)
  // A later description adds to the first.
  const isFirst = !hasDescribed({ clauses: [] }, state, answers)
  const general = isFirst ? situationFacts('described', input, maxFactsOfOne) : []
  return [...relatedFacts(description, input), ...price, ...general].slice(0, maxFactsOfOne)
}

/** The sentence about the studio's work for a client in the described business. */
function relatedFacts(description: string, { answers, state }: PlanInput): string[] {
  const words = ` ${tokenize(description).join(' ')} `
  const related = Object.entries(answers.talk.related)
  const [id = ''] = related.find(([, names]) => names.some((name) => words.includes(` ${name} `))) ?? []
  const fact = answers.all.get(id)?.facts[0]
  return fact === undefined || fact.leans || state.said.has(fact.id) ? [] : [fact.id]
}
