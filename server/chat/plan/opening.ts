import { offerIn, type TalkState } from '../state.ts'
import { isCourtesy } from '../understand/acts.ts'
import { isForeign } from '../understand/phrases-in.ts'
import { compareBudget } from './budgets.ts'
import type { Opening } from './check-plan.ts'
import type { Choice, PlanInput } from './plan.ts'
import type { SlotKind } from './slots.ts'

const foreignId = 'foreign-language'

/** What stands before the facts: empathy, an acknowledgment, that the chat isn't sure, and that it answers in English. */
export function opensFor(input: PlanInput, { reason, facts }: Choice): Opening[] {
  const { understood, state, answers, message } = input
  const own = understood.wants
    .map(({ id }) => answers.all.get(id)?.opens ?? '')
    .find((move) => move !== '' && !state.lastMoves.includes(move))
  const acknowledgment = acknowledge(input, facts)
  const isDoubtful = reason === 'maybe' || reason === 'unsure' || reason === 'unknown'
  const isFitting = (opening: Opening | undefined): opening is Opening =>
    opening !== undefined && !(isDoubtful && (opening.slot === undefined || projectSlots.has(opening.slot)))
  const saysSo = facts.some((id) => answers.facts.get(id)?.answer.id === foreignId)
  const isForeignToo = !saysSo && !state.moves.has('english.once') && isForeign(message)
  return [
    ...(own === undefined || (isDoubtful && own.startsWith('talk')) ? [] : [{ move: own }]),
    ...(isFitting(acknowledgment) && (own === undefined || own.startsWith('empathy')) ? [acknowledgment] : []),
    ...(reason === 'unsure' ? [{ move: 'unsure' }] : []),
    ...(reason === 'maybe' ? [{ move: 'unsure.maybe' }] : []),
    ...(isForeignToo ? [{ move: 'english.once' }] : []),
  ]
}

/** These aren't said back by a chat that isn't sure: “Got it, a portal. I’m not sure about that one.” */
const projectSlots = new Set<SlotKind>(['product', 'users'])

/** Says back what the visitor told, or that it was heard. */
function acknowledge(
  { understood, state, details, slots, answers, message }: PlanInput,
  facts: readonly string[],
): Opening | undefined {
  const { newest } = details
  const acts = new Set(understood.clauses.map(({ act }) => act))
  if (newest.name !== null && slots.name !== undefined) return { move: 'ack.name', slot: 'name' }
  if (newest.email !== null) return { move: 'ack.thanks' }
  if (understood.clauses.some(({ text }) => isCourtesy(text)) && understood.wants.length === 0)
    return { move: 'talk.welcome' }
  if (acts.has('buy') && slots.offer !== undefined) return { move: 'buy.great', slot: 'offer' }
  if (slots.product !== undefined) return { move: 'ack.product', slot: 'product' }
  if (slots.users !== undefined) return { move: 'ack.people', slot: 'users' }
  if (slots.date !== undefined) return { move: 'ack.noted', slot: 'date' }
  if (slots.budget !== undefined && details.budget !== null) {
    const isCompared = compareBudget(details.budget, offerIn(message, answers) ?? state.offer, answers).length > 0
    return isCompared ? undefined : { move: 'ack.noted', slot: 'budget' }
  }
  // What is told next shows that it was heard.
  if (facts.length > 0) return undefined
  if (acts.has('describe')) return { move: fresh(['ack.short', 'ack.good'], state) }
  if (acts.has('respond') && understood.reply === undefined) return { move: fresh(['ack.good', 'ack.short'], state) }
  return understood.reply === 'no' && understood.wants.length === 0 ? { move: 'ack.ok' } : undefined
}

function fresh(moves: readonly string[], { lastMoves }: TalkState): string {
  return moves.find((move) => !lastMoves.includes(move)) ?? moves[0] ?? ''
}
