import { looksLikeQuestion } from '../understand/acts.ts'
import { tokenize } from '../understand/model.ts'
import type { Plan } from './check-plan.ts'
import type { PlanInput } from './plan.ts'

const over = [
  'its back',
  'it s back',
  'is back',
  'back up',
  'works again',
  'working again',
  'fixed now',
  'resolved',
  'up again',
  'its up',
  'solved',
]

const denials = new Set('no not nobody nobodys noone none isnt wasnt nothing'.split(' '))
const dangers = new Set('danger hurt injured emergency suicidal dying joke'.split(' '))

/** “Nobody’s hurt, they’re cows.” */
function isDenied(words: string): boolean {
  const all = words.trim().split(' ')
  return all.some((word) => denials.has(word)) && all.some((word) => dangers.has(word))
}

/** Trouble goes first, and goes on until it's over or the visitor asks something else. @returns undefined if there is none */
export function planTrouble({ message, understood, state, answers }: PlanInput): Plan | undefined {
  const words = ` ${tokenize(message).join(' ')} `
  const isAsking = looksLikeQuestion(message)
  const ongoing =
    !isDenied(words) &&
    !isAsking &&
    state.topic?.kind === 'trouble' &&
    state.lastFacts.some((id) => answers.facts.get(id)?.answer.id === state.topic?.id)
  // “No, it's back” also sounds like an answer of its own.
  if (ongoing && over.some((sign) => words.includes(` ${sign} `)))
    return { opens: [{ move: 'empathy.glad' }], facts: [], asks: 'q.anything', buttons: [] }
  const { trouble } = understood
  const id = trouble?.isSure ? trouble.id : ongoing && understood.wants.length === 0 ? state.topic?.id : undefined
  const answer = answers.all.get(id ?? '')
  if (answer === undefined) return undefined
  const isNew = state.topic?.id !== answer.id
  const untold = answer.facts.filter((fact) => !state.said.has(fact.id))
  const rest = untold.length > 0 ? untold.slice(0, 1) : answer.facts.slice(0, 1)
  const asks = answer.next.find((id) => !state.askedBefore.includes(id)) ?? 'q.anything'
  const facts = isNew ? answer.facts.slice(0, 2) : rest
  return { opens: isNew ? [] : [{ move: 'ack.ok' }], facts: facts.map((fact) => fact.id), asks, buttons: [] }
}
