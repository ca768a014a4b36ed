import { detailsId } from '../answers.ts'
import type { ChatState } from '../state.ts'
import { isCourtesy, looksLikeQuestion } from '../understand/clause-shapes.ts'
import { tokenize } from '../understand/model.ts'
import type { Understood } from '../understand/understand.ts'
import { phrases, wordSet } from '../understand/words.ts'
import { checkPlan, type Opening, type Plan } from './check-plan.ts'
import type { Choice } from './choose-buttons.ts'
import { buttonsFor } from './choose-buttons.ts'
import { chooseFacts, isBuying } from './choose-facts.ts'
import type { PlanInput } from './plan-input.ts'
import { limitsOf, type PlanLimits } from './plan-limits.ts'
import type { SlotKind } from './slots.ts'

/** Plans the built-in agent's reply, entirely as IDs. `renderPlan` turns them into text. */
export function planReply(input: PlanInput): Plan {
  const { state, answers } = input
  const limits = limitsOf(input)
  const trouble = planTrouble(input)
  if (trouble !== undefined) return checkPlan(trouble, state, answers, { ...limits, allowsTrouble: true })
  const choice = chooseFacts(input)
  const body = { opens: opensFor(input, choice), facts: choice.facts, asks: '', buttons: [] }
  const { opens, facts } = checkPlan(body, state, answers, limits)
  const buttons = buttonsFor(input, choice, facts)
  const asks = questionFor(input, choice, limits, { facts, buttons })
  const isBare = opens.length === 0 && facts.length === 0
  return checkPlan({ opens: isBare ? [{ move: 'ack.short' }] : opens, facts, buttons, asks }, state, answers, limits)
}

/** Plans a reply to someone in trouble until it's over or they ask something else. @returns undefined without trouble */
function planTrouble({ message, understood, state, answers }: PlanInput): Plan | undefined {
  const { topic } = state
  const words = tokenize(message)
  const wasTrouble =
    topic?.kind === 'trouble' && state.lastFacts.some((id) => answers.facts.get(id)?.answer.id === topic.id)
  const isOngoing = wasTrouble && !deniesTrouble(words) && !looksLikeQuestion(message)
  // Check this first: “No, it's back” also sounds like a request for another answer.
  if (isOngoing && isOver(words))
    return { opens: [{ move: 'empathy.glad' }], facts: [], asks: 'q.anything', buttons: [] }
  const { trouble, wants } = understood
  const ongoingId = isOngoing && wants.length === 0 ? topic?.id : undefined
  const answer = answers.all.get((trouble?.isSure ? trouble.id : ongoingId) ?? '')
  if (answer === undefined) return undefined
  const isNew = topic?.id !== answer.id
  const unsaid = answer.facts.filter(({ id }) => !state.said.has(id))
  const next = unsaid.length > 0 ? unsaid : answer.facts
  const facts = isNew ? answer.facts.slice(0, 2) : next.slice(0, 1)
  return {
    opens: isNew ? [] : [{ move: 'ack.ok' }],
    facts: facts.map(({ id }) => id),
    asks: answer.next.find((id) => !state.askedBefore.includes(id)) ?? 'q.anything',
    buttons: [],
  }
}

// Word lists are in the form that `tokenize` returns: lowercase, without accents and apostrophes. Hindi is in Latin letters.

/** Negations. A message with one of these and one of `dangers` denies trouble: “Nobody’s hurt, they’re cows.” */
const dangerDenials = wordSet('isnt no nobody nobodys none noone not nothing wasnt')

/** What a message can deny: “I’m not suicidal”. “No, that was a joke” takes back the trouble itself. */
const dangers = wordSet('danger dying emergency hurt injured joke suicidal')

/** Whether a message denies danger: “Nobody’s hurt, they’re cows.” */
function deniesTrouble(words: readonly string[]): boolean {
  return words.some((word) => dangerDenials.has(word)) && words.some((word) => dangers.has(word))
}

/** Phrases in messages that say trouble is over: “No, it’s back.” `tokenize` turns “it´s” and “it‘s” into “it s”. */
const troubleOverPhrases = phrases(
  'back up, fixed now, is back, it s back, its back, its up, resolved, solved, up again, working again, works again',
)

/** Whether a message says that the trouble is over. */
function isOver(words: readonly string[]): boolean {
  const text = ` ${words.join(' ')} `
  return troubleOverPhrases.some((phrase) => text.includes(` ${phrase} `))
}

const foreignId = 'foreign-language'

/** Chooses openings: empathy, an acknowledgment, a warning that the chat isn't sure, or a note that it speaks English. */
function opensFor(input: PlanInput, { reason, facts }: Choice): Opening[] {
  const { understood, state, answers, message } = input
  const isUnsure = reason === 'maybe' || reason === 'unsure' || reason === 'unknown'
  const opens: Opening[] = []
  const own = understood.wants
    .map(({ id }) => answers.all.get(id)?.opens ?? '')
    .find((move) => move !== '' && !state.lastMoves.includes(move))
  if (own !== undefined && !(isUnsure && own.startsWith('talk'))) opens.push({ move: own })
  const acknowledgment = acknowledge(input, facts)
  if (acknowledgment !== undefined && (own === undefined || own.startsWith('empathy'))) {
    const { slot } = acknowledgment
    if (!isUnsure || (slot !== undefined && !projectSlots.has(slot))) opens.push(acknowledgment)
  }
  if (reason === 'unsure') opens.push({ move: 'unsure' })
  if (reason === 'maybe') opens.push({ move: 'unsure.maybe' })
  const saysForeign = facts.some((id) => answers.facts.get(id)?.answer.id === foreignId)
  if (!saysForeign && !state.moves.has('english.once') && isForeign(message)) opens.push({ move: 'english.once' })
  return opens
}

/** Slots that an unsure reply doesn't repeat, to avoid “Got it, a portal. I’m not sure about that one.” */
const projectSlots = new Set<SlotKind>(['product', 'users'])

/** Repeats a detail from the message, or confirms the chat has read it. */
function acknowledge(
  { understood, state, details, slots, comparisons }: PlanInput,
  facts: readonly string[],
): Opening | undefined {
  const { newest } = details
  const { clauses, wants, reply } = understood
  const acts = new Set(clauses.map(({ act }) => act))
  if (newest.name !== null && slots.name !== undefined) return { move: 'ack.name', slot: 'name' }
  if (newest.email !== null) return { move: 'ack.thanks' }
  if (wants.length === 0 && clauses.some(({ text }) => isCourtesy(text))) return { move: 'talk.welcome' }
  if (acts.has('buy') && slots.offer !== undefined) return { move: 'buy.great', slot: 'offer' }
  if (slots.product !== undefined) return { move: 'ack.product', slot: 'product' }
  if (slots.users !== undefined) return { move: 'ack.people', slot: 'users' }
  if (slots.date !== undefined) return { move: 'ack.noted', slot: 'date' }
  if (slots.budget !== undefined) return comparisons.length > 0 ? undefined : { move: 'ack.noted', slot: 'budget' }
  // Facts already show that the chat has read the message.
  if (facts.length > 0) return undefined
  if (acts.has('describe')) return { move: fresh(['ack.short', 'ack.good'], state) }
  if (acts.has('respond') && reply === undefined) return { move: fresh(['ack.good', 'ack.short'], state) }
  return reply === 'no' && wants.length === 0 ? { move: 'ack.ok' } : undefined
}

function fresh(moves: readonly string[], { lastMoves }: ChatState): string {
  return moves.find((move) => !lastMoves.includes(move)) ?? moves[0] ?? ''
}

/** Questions that move a project forward, in order. */
const nextSteps = ['q.date', 'q.budget', 'q.call-or-email']
const projectQuestions = ['q.users', 'q.first-job', ...nextSteps]

/** Chooses the question that ends a reply. Only closers can repeat. Never asks for known details. */
function questionFor(
  input: PlanInput,
  { reason }: Choice,
  { known }: PlanLimits,
  { facts, buttons }: Pick<Plan, 'facts' | 'buttons'>,
): string {
  const { understood, state, answers, details } = input
  if (buttons.length > 0) return reason === 'unsure' || reason === 'unknown' ? 'q.which' : 'q.also'
  const said = facts.map((id) => answers.facts.get(id)?.answer).filter((answer) => answer !== undefined)
  const candidates: string[] = []
  const lacksCurrency = details.newest.budget !== null && details.budget?.currency === undefined
  if (lacksCurrency && answers.questions.has('q.currency')) candidates.push('q.currency')
  if (understood.reply === 'yes' && state.asked?.yes?.startsWith('q.')) candidates.push(state.asked.yes)
  if (isBuying(input) || asksForQuote(understood)) candidates.push('q.contact', 'q.date')
  const asksOwn = reason === 'asked' || reason === 'buying' || (state.asked?.leadsTo ?? []).length > 0
  if (asksOwn) candidates.push(...said.flatMap(({ next }) => next))
  const main = said.find(({ kind }) => kind !== 'talk') ?? said[0]
  const isOutside = main?.kind === 'notClient' || main?.kind === 'refusal' || main?.kind === 'unknown'
  const isClient = !isOutside && !state.isOutsider
  const isDescribed = understood.clauses.some(({ act }) => act === 'describe')
  const hasProject = details.all.requirements !== null
  if (isDescribed || (hasProject && isClient)) candidates.push(...projectQuestions)
  else if (isClient && !state.isFirst) candidates.push(...nextSteps)
  const { closers } = answers.talk
  const isOpen = (id: string) => !known.has(id) && !state.askedBefore.includes(id)
  return [...candidates, ...closers].find(isOpen) ?? askedLongestAgo(closers, state)
}

/** Answers that require a name and an email address to continue. */
const quoteIds = new Set(['get-a-quote', 'start', detailsId])

function asksForQuote({ wants }: Understood): boolean {
  return wants.some(({ id }) => quoteIds.has(id))
}

function askedLongestAgo(ids: readonly string[], { askedBefore }: ChatState): string {
  const [oldest = ''] = ids.toSorted((a, b) => askedBefore.lastIndexOf(a) - askedBefore.lastIndexOf(b))
  return oldest
}

/** Frequent words in languages other than English, in Latin letters: “kitna lagega”, “je voudrais une app”. */
const foreignWords = wordSet(`
  aap aur avons banana banwana besoin bhai bonjour brauche brauchen chahiye combien costa cuanto cuesta das della
  eine est gracias haan hai hain hola hum ich ist je kab kaise karna karo ke kitna kitne kitni kostet kya lagega le les
  liye mein mera mere meri milega mujhe nahi necesito nicht nous para por pour quanto que quiero se una und une viel vorrei
  wie wir`)

/** A single foreign word can be a name. */
const minForeignWords = 2

/** Whether a message is in another language, or mostly in another script. */
function isForeign(text: string): boolean {
  const words = tokenize(text).filter((word) => /\p{L}/u.test(word))
  const foreign = words.filter((word) => foreignWords.has(word) || !/^\p{Script=Latin}+$/u.test(word))
  const isEnough = foreign.length >= Math.min(minForeignWords, words.length)
  return words.length > 0 && isEnough && foreign.length * 4 >= words.length
}
