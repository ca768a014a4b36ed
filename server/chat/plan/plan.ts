import type { Answer, Fact } from '../../../platform/content/chat/answers.ts'
import type { ConsultationField } from '../../leads/fields.ts'
import { type Answers, budgetsId, detailsId } from '../answers.ts'
import type { Details } from '../details/extract.ts'
import { offerIn, type TalkState } from '../state.ts'
import type { Want } from '../understand/find-answer.ts'
import { tokenize } from '../understand/model.ts'
import type { Understood } from '../understand/understand.ts'
import { compareBudget } from './budgets.ts'
import { checkPlan, type Plan } from './check-plan.ts'
import { hasDescribed, hasDetails, limitsOf, maxFactsOfOne } from './limits.ts'
import { opensFor } from './opening.ts'
import { planTrouble } from './plan-trouble.ts'
import { isBuying, questionFor } from './question.ts'
import type { Slots } from './slots.ts'

export type PlanInput = {
  message: string
  understood: Understood
  state: TalkState
  details: Details
  /** Fields of the form that aren't empty. */
  filled: readonly ConsultationField[]
  slots: Slots
  /** Whether the visitor has named people, such as customers or drivers. */
  namesUsers: boolean
  answers: Answers
}

/** The built-in agent's reply. Each part decides in ids; nothing here is text. */
export function planReply(input: PlanInput): Plan {
  const { state, answers } = input
  const limits = limitsOf(input)
  const trouble = planTrouble(input)
  if (trouble !== undefined) return checkPlan(trouble, state, answers, { ...limits, allowsTrouble: true })
  const choice = chooseFacts(input)
  const { opens, facts } = checkPlan(
    { opens: opensFor(input, choice), facts: choice.facts, asks: '', buttons: [] },
    state,
    answers,
    limits,
  )
  const buttons = buttonsFor(input, choice, facts)
  const asks = questionFor(input, choice, limits, facts, buttons)
  const isBare = opens.length === 0 && facts.length === 0
  return checkPlan({ opens: isBare ? [{ move: 'ack.short' }] : opens, facts, buttons, asks }, state, answers, limits)
}

/** Why these facts are told. */
export type Choice = {
  reason: 'contact' | 'budget' | 'asked' | 'noCurrency' | 'buying' | 'maybe' | 'unsure' | 'unknown' | 'nothing asked'
  facts: string[]
}

function chooseFacts(input: PlanInput): Choice {
  const { understood, details, state, answers, message } = input
  const { newest } = details
  const wanted = wantedFacts(input)
  if (newest.email !== null || (newest.name !== null && state.asked?.expects === 'contact'))
    return { reason: 'contact', facts: contactFacts(wanted, input) }
  const compared =
    newest.budget === null ? [] : compareBudget(details.budget, offerIn(message, answers) ?? state.offer, answers)
  if (compared.length > 0) return { reason: 'budget', facts: [...compared, ...wanted] }
  // The digits can also look like a secret that shouldn't be typed.
  const isTopic = wanted.some((id) => answers.facts.get(id)?.answer.kind === 'topic')
  if (!isTopic && holdsPhone(message)) return { reason: 'asked', facts: situationAnswer('phone', input) }
  if (wanted.length > 0) return { reason: 'asked', facts: wanted }
  if (newest.budget !== null && details.budget?.currency === undefined)
    return { reason: 'noCurrency', facts: situationFacts('noCurrency', input, 1) }
  if (isBuying(input)) return { reason: 'buying', facts: situationFacts('buying', input, 2) }
  if (understood.clauses.length === 0 && understood.wants.length === 0)
    return { reason: 'unknown', facts: fallbackFacts(input, 'unclear') }
  if (understood.trouble !== undefined) return { reason: 'unsure', facts: [] }
  if (understood.doubts.length > 0) {
    const buttons = buttonsFor(input, { reason: 'unsure', facts: [] }, [])
    if (buttons.length > 0 && understood.doubts.some(({ predictions }) => sumOf(predictions) >= offerThreshold))
      return maybeAnswer(input) ?? { reason: 'unsure', facts: [] }
    const isWord = tokenize(message).filter((word) => /\p{L}/u.test(word)).length < 2
    return { reason: 'unknown', facts: fallbackFacts(input, isWord ? 'unclear' : 'unknown') }
  }
  // A question never gets only an acknowledgment.
  const isIgnored = understood.clauses.some(({ act, isQuestion }) => act !== 'describe' && isQuestion)
  if (isIgnored && understood.wants.length === 0) return { reason: 'unknown', facts: fallbackFacts(input, 'unknown') }
  return { reason: 'nothing asked', facts: unaskedFacts(input) }
}

/** An answer this likely is told with a warning. */
const minMaybe = 0.4

/** The first sentence of the likeliest answer, if there is a single question. */
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

/** Says where the details are, and then answers the visitor's question, or says when a reply comes. */
function contactFacts(wanted: readonly string[], input: PlanInput): string[] {
  const { answers, state, understood } = input
  const [where, ...others] = nextFacts(answers.all.get(detailsId), state, 2)
  const isOpen = understood.doubts.some(({ isQuestion }) => isQuestion)
  const isOffered = isOpen && buttonsFor(input, { reason: 'contact', facts: [] }, []).length > 0
  const asked = wanted.length === 0 && isOpen && !isOffered ? fallbackFacts(input, 'unknown').slice(0, 1) : wanted
  return [...(where === undefined ? [] : [where]), ...(asked.length > 0 ? asked : others)].slice(0, maxFactsOfOne)
}

const phone = /\+?\d[\d ()./-]{5,18}\d/g
const phoneDigits = [9, 15] as const

function holdsPhone(message: string): boolean {
  return (message.match(phone) ?? []).some((match) => {
    const digits = match.replace(/\D/g, '').length
    return digits >= phoneDigits[0] && digits <= phoneDigits[1]
  })
}

/** Repeats the first sentence once all are told. */
function fallbackFacts({ answers, state }: PlanInput, id: 'unknown' | 'unclear'): string[] {
  const answer = answers.all.get(id)
  const next = nextFacts(answer, state, maxFactsOfOne)
  return next.length > 0 ? next : (answer?.facts ?? []).slice(0, 1).map((fact) => fact.id)
}

/** One want tells two facts, several tell one each. Small talk stands aside if there is something else to tell. */
function wantedFacts(input: PlanInput): string[] {
  const { wants, clauses, doubts } = input.understood
  const { state, answers } = input
  const found = wants.flatMap((want) => {
    const answer = answers.all.get(want.id)
    const isUntrue = want.id === detailsId && !hasDetails(input)
    return answer === undefined || isUntrue ? [] : { want, answer }
  })
  const serious = found.filter(({ answer }) => answer.kind !== 'talk')
  const isAlone = doubts.length === 0 && !clauses.some(({ act }) => act === 'describe')
  const said = serious.length > 0 ? serious : isAlone ? found.slice(0, 1) : []
  return said.flatMap(({ want, answer }) => factsOf(answer, want, state, said.length === 1 ? maxFactsOfOne : 1))
}

function factsOf(answer: Answer, { about, how }: Want, state: TalkState, count: number): string[] {
  if (about !== null) {
    const asked = answer.facts.filter((fact) => fact.about === about).map(({ id }) => id)
    return [...asked, ...nextFacts(answer, state, count)].slice(0, Math.max(1, asked.length))
  }
  const next = nextFacts(answer, state, count)
  if (next.length > 0) return next
  const all = answer.facts.filter((fact) => fact.about === null)
  return how === 'more' ? [] : all.slice(0, count).map(({ id }) => id)
}

/** The first facts of an answer that weren't told, each where it can stand. */
function nextFacts(answer: Answer | undefined, { said, lastFacts }: TalkState, count: number): string[] {
  const facts: Fact[] = []
  for (const [i, fact] of (answer?.facts ?? []).entries()) {
    if (facts.length === count) break
    if (fact.about !== null || said.has(fact.id)) continue
    const support = answer?.facts[i - 1]?.id
    const stands = !fact.leans || (facts.length > 0 ? facts.at(-1)?.id === support : lastFacts.at(-1) === support)
    if (stands) facts.push(fact)
  }
  return facts.map(({ id }) => id)
}

function situationFacts(
  situation: keyof Answers['talk']['situations'],
  { answers, state }: PlanInput,
  count: number,
): string[] {
  return answers.talk.situations[situation].flatMap((id) => nextFacts(answers.all.get(id), state, 1)).slice(0, count)
}

/** An answer's first sentences. */
function situationAnswer(situation: keyof Answers['talk']['situations'], { answers, state }: PlanInput): string[] {
  const [id = ''] = answers.talk.situations[situation]
  return nextFacts(answers.all.get(id), state, maxFactsOfOne)
}

/** What fits after a description, or after a reply to our question. */
function unaskedFacts(input: PlanInput): string[] {
  const { state, answers, understood, slots } = input
  const fitting = (state.asked?.leadsTo ?? []).flatMap((id) => nextFacts(answers.all.get(id), state, 1))
  if (fitting.length > 0) return fitting.slice(0, 1)
  if (understood.besides !== undefined && slots.product === undefined) return situationAnswer('doubtful', input)
  const described = understood.clauses.filter(({ act }) => act === 'describe')
  if (described.length > 0) {
    const text = described.map(({ text }) => text).join(' ')
    const related = relatedFacts(text, input)
    const offer = offerIn(text, answers)
    const price = offer?.isAside ? undefined : answers.all.get(offer?.answers.price ?? '')
    // A later description adds to the first.
    const general = hasDescribed({ clauses: [] }, state, answers)
      ? []
      : situationFacts('described', input, maxFactsOfOne)
    const facts = [...related, ...nextFacts(price, state, 1), ...general]
    return facts.slice(0, maxFactsOfOne)
  }
  return []
}

/** What the studio's answers have about a described business: the sentence that says what was built for such a client. */
function relatedFacts(text: string, { answers, state }: PlanInput): string[] {
  const words = ` ${tokenize(text).join(' ')} `
  const id = Object.entries(answers.talk.related).find(([, names]) =>
    names.some((name) => words.includes(` ${name} `)),
  )?.[0]
  const fact = answers.all.get(id ?? '')?.facts[0]
  return fact === undefined || fact.leans || state.said.has(fact.id) ? [] : [fact.id]
}

/** If the probabilities of the three likeliest answers add up to less, the chat says that it doesn't know. */
const offerThreshold = 0.6
/** An unlikely title beside “I don’t know” would be absurd. */
const minButtonProbability = { maybe: 0.1, unsure: 0.06, unknown: 0.1 }
/** A single button must be likelier. */
const minOnlyProbability = 0.25
const minAlsoProbability = 0.2
const maxButtons = 3

function sumOf(predictions: Understood['predictions']): number {
  return predictions.slice(0, maxButtons).reduce((sum, { probability }) => sum + probability, 0)
}

/** Beside told answers, those that can't be told with them, and the likeliest of each doubtful question; otherwise the likeliest three. */
function buttonsFor(
  { understood, answers, state }: PlanInput,
  { reason, facts: chosen }: Choice,
  facts: readonly string[],
) {
  if (reason === 'nothing asked')
    return (understood.besides ?? []).map(({ id }) => id).filter((id) => isOffered(answers.all.get(id)))
  const isAlone = reason === 'maybe' || reason === 'unsure' || reason === 'unknown'
  if (!isAlone && reason !== 'asked' && reason !== 'contact') return []
  const said = new Set(facts.map((id) => answers.facts.get(id)?.answer.id))
  const trouble = isAlone && understood.trouble !== undefined ? [understood.trouble.id] : []
  const doubts = isAlone ? understood.doubts : understood.doubts.filter(({ isQuestion }) => isQuestion)
  const minProbability = isAlone ? minButtonProbability[reason] : minAlsoProbability
  const dropped = isAlone ? [] : chosen.filter((id) => !facts.includes(id))
  const left = dropped.flatMap((id) => answers.facts.get(id)?.answer ?? []).filter((answer) => !said.has(answer.id))
  const likely = doubts.flatMap(({ predictions }) =>
    predictions
      .filter(({ probability }) => probability >= minProbability)
      .map(({ id, probability }) => ({ id: id.split('/')[0] ?? id, probability }))
      .filter(({ id }) => !said.has(id) && !state.refused.has(id) && isOffered(answers.all.get(id)))
      .slice(0, isAlone ? Math.ceil(maxButtons / doubts.length) : 1),
  )
  const [only, ...others] = likely
  const isWeak =
    trouble.length === 0 && others.length === 0 && only !== undefined && only.probability < minOnlyProbability
  const offered = isWeak ? [] : likely.map(({ id }) => id)
  return [...trouble, ...left.filter(isOffered).map(({ id }) => id), ...offered]
}

function isOffered(answer: Answer | undefined): boolean {
  return (answer?.kind === 'topic' && answer.id !== budgetsId) || answer?.kind === 'notClient'
}
