import type { QuotedDetail } from '../details/quotes.ts'
import type { PreparedReply } from '../prepare.ts'
import { checkPlan, type Plan, type PlanLimits } from './check-plan.ts'
import { limitsOf } from './limits.ts'
import type { PlanInput } from './plan.ts'
import type { Slots } from './slots.ts'

/** `questions`: how many the model heard. `isLast`: whether it asks nothing. */
export type ModelPlan = { plan: Plan; quotes: QuotedDetail[]; act: string; questions: number; isLast: boolean }

/** @returns the part of a model's plan that the chat can say, undefined if there is none */
export function checkModelPlan(chosen: ModelPlan, { input, plan: builtIn }: PreparedReply): Plan | undefined {
  const { state, answers } = input
  const limits = limitsForModel(input, chosen)
  const opens = chosen.plan.opens.filter(({ move }) => !(onceMoves.has(move) && state.moves.has(move)))
  const asks = chosen.plan.asks === 'q.contact' && hasName(input) ? 'q.email' : chosen.plan.asks
  const allowed = checkPlan({ ...chosen.plan, opens, asks }, state, answers, limits)
  const isBare = allowed.facts.length === 0 && allowed.buttons.length === 0 && allowed.opens.length === 0
  if (isBare && allowed.asks === '') return undefined
  const checked = isBare ? { ...allowed, opens: [{ move: 'ack.short' }] } : allowed
  const isGentle = chosen.act === 'smallTalk' || isHurt(chosen, input)
  if (checked.asks !== '' || (chosen.isLast && isGentle)) return checked
  const own = checked.facts
    .flatMap((id) => answers.facts.get(id)?.answer ?? [])
    .filter(({ kind }) => kind === 'trouble')
  const builtInAsks = isGentle || builtIn.buttons.length > 0 ? [] : [builtIn.asks]
  const possible = [...own.flatMap(({ next }) => next), ...builtInAsks, ...answers.talk.closers]
  const asked = possible.find((id) => checkPlan({ ...checked, asks: id }, state, answers, limits).asks !== '')
  return { ...checked, asks: asked ?? '' }
}

const onceMoves = new Set(['english.once', 'empathy.loss', 'empathy.night'])
/** What the form asks for. */
const projectDetails = new Set(['product', 'users', 'date', 'budget', 'currency', 'contact'])

function limitsForModel(input: PlanInput, chosen: ModelPlan): PlanLimits {
  const { plan, act, questions } = chosen
  const { state, answers, details, filled } = input
  const limits = limitsOf(input)
  const all = [...answers.questions.values()]
  const isPushy = ({ expects, yes }: (typeof all)[number]) => projectDetails.has(expects) || yes !== null
  const repeated = state.askedBefore.filter((id) => !answers.talk.closers.includes(id))
  const asksName = all.filter(({ id, expects }) => expects === 'contact' && id !== 'q.email')
  // A model hears better than the built-in agent whether a message describes a project.
  const isDescribed =
    details.all.requirements !== null || filled.includes('requirements') || state.moves.has('ack.product')
  const compares = plan.facts.some((id) => answers.facts.get(id)?.sums === true)
  const refused = [
    ...repeated,
    ...(hasName(input) ? asksName.map(({ id }) => id) : []),
    ...(isHurt(chosen, input) ? all.filter(isPushy).map(({ id }) => id) : []),
  ]
  return {
    ...limits,
    slots: slotsForModel(input),
    hasDetails: limits.hasDetails || chosen.quotes.length > 0,
    allowsTrouble: limits.allowsTrouble || act === 'trouble',
    known: new Set([...limits.known].filter((id) => id !== 'q.product' || isDescribed).concat(refused)),
    maxFacts: compares || questions > 1 ? maxFactsOfModel : limits.maxFacts,
  }
}

const maxFactsOfModel = 3

/** Whether the visitor is, or was in this chat, grieving or in trouble. */
function isHurt({ plan, act }: ModelPlan, { state, answers }: PlanInput): boolean {
  const moves = [...state.moves, ...plan.opens.map(({ move }) => move)]
  const facts = [...state.said, ...(act === 'trouble' ? plan.facts : [])]
  return moves.includes('empathy.loss') || facts.some((id) => answers.facts.get(id)?.answer.kind === 'trouble')
}

function hasName({ details, filled }: PlanInput): boolean {
  return details.all.name !== null || filled.includes('name')
}

/** A product that somebody only has, or names in passing, isn't said back as what they want. */
export function slotsForModel({ slots, state, details }: PlanInput): Slots {
  const { product, ...others } = slots
  const isWanted = state.asked?.expects === 'product' || details.newest.requirements !== null
  return product !== undefined && isWanted ? slots : others
}
