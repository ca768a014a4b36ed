import { z } from 'zod'
import type { Answer } from '../../../platform/content/chat/answers.ts'
import type { Question } from '../../../platform/content/chat/questions.ts'
import { namesOf } from '../../../platform/fields.ts'
import { parseJson } from '../../../platform/parse-json.ts'
import { consultationFields } from '../../leads/fields.ts'
import type { PreparedReply } from '../agent.ts'
import type { Answers } from '../answers.ts'
import type { QuotedDetail } from '../details/quoted-details.ts'
import { checkPlan, type Opening, type Plan } from '../plan/check-plan.ts'
import type { PlanInput } from '../plan/plan-input.ts'
import { limitsOf, type PlanLimits } from '../plan/plan-limits.ts'
import type { SlotKind } from '../plan/slots.ts'
import { numberedAnswers, slotsForModel } from './prompt.ts'

/** `questions`: number of questions the model found in the message. `asksNothing`: the model chose to ask nothing. */
export type ModelPlan = { plan: Plan; quotes: QuotedDetail[]; act: string; questions: number; asksNothing: boolean }

const number = z.int().positive()
const answerAndFacts = z.union([z.tuple([number, z.array(number).catch([])]), z.tuple([number, number])])
/** An answer's number, alone or with fact numbers. 0 means no answer. */
const selection = z.union([number, answerAndFacts]).catch(0)
const selections = z.array(selection).catch([])
type Selection = z.infer<typeof selection>
const planSchema = z.object({
  act: z.string().catch(''),
  questions: z.array(z.unknown()).optional().catch(undefined),
  open: z.union([z.string(), z.array(z.string())]).catch([]),
  tell: selections,
  ask: z.string().catch(''),
  quotes: z.record(z.string(), z.string()).catch({}),
  left: selections,
  unsure: selections,
})

/**
 * Parses a model's reply, which contains only IDs and quotes. The chat checks both and never shows the reply itself.
 * @returns undefined if it isn't JSON
 */
export function readModelPlan(reply: string, answers: Answers): ModelPlan | undefined {
  const json = parseJson(reply.slice(reply.indexOf('{'), reply.lastIndexOf('}') + 1))
  const { data } = planSchema.safeParse(json)
  if (data === undefined) return undefined
  const all = numberedAnswers(answers)
  const idsOf = (chosen: readonly Selection[]) => chosen.flatMap((each) => selectedAnswer(each, all)?.id ?? [])
  const answered = new Set(idsOf(data.tell))
  // If every question has an answer, no doubts are left to ask about.
  const maxLeft = data.questions === undefined ? Infinity : Math.max(0, data.questions.length - answered.size)
  const left = idsOf(data.left)
    .filter((id) => !answered.has(id))
    .slice(0, maxLeft)
  const facts = selectedFacts(data.tell, all)
  const unsure = idsOf(data.unsure)
  const isUnsure = unsure.length > 0 && facts.length === 0
  const opens = [data.open].flat().map(openingOf)
  const plan: Plan = { opens, facts, asks: questionIdOf(data.ask, all, answers), buttons: [] }
  if (isUnsure) {
    plan.opens.push({ move: 'unsure' })
    plan.asks = 'q.which'
    plan.buttons = unsure
  } else if (left.length > 0) {
    plan.asks = 'q.also'
    plan.buttons = left
  }
  return {
    plan,
    quotes: quotesIn(data.quotes),
    act: data.act,
    questions: data.questions?.length ?? 0,
    asksNothing: data.ask === 'none',
  }
}

function selectedAnswer(selected: Selection, all: readonly Answer[]): Answer | undefined {
  return all[(Array.isArray(selected) ? selected[0] : selected) - 1]
}

function selectedFacts(selected: readonly Selection[], all: readonly Answer[]): string[] {
  // The model saw only titles for these answers, so it couldn't choose facts.
  const unseen = selected.length === 1 ? [1, 2] : [1]
  return selected.flatMap((each) => {
    const numbers = Array.isArray(each) ? [each[1]].flat() : []
    const { facts = [] } = selectedAnswer(each, all) ?? {}
    return (numbers.length > 0 ? numbers : unseen).flatMap((n) => facts[n - 1]?.id ?? [])
  })
}

/** Parses an opening like `ack.noted:date`, which names a move and the slot that fills it. */
function openingOf(text: string): Opening {
  const [move = '', slot] = text.split(':')
  return { move, slot: slot as SlotKind | undefined }
}

/** Parses a question's ID, or a form like `117.next`, which has its answer's number. */
function questionIdOf(ask: string, all: readonly Answer[], { questions }: Answers): string {
  if (questions.has(ask)) return ask
  const [, n = '', rest = ''] = /^(\d{1,4})\.(next(?:-\d)?)$/.exec(ask) ?? []
  return `${all[Number(n) - 1]?.id ?? ''}.${rest}`
}

function quotesIn(quotes: Readonly<Record<string, string>>): QuotedDetail[] {
  const quoted = namesOf(consultationFields).map((field) => ({ field, quote: quotes[field] }))
  return quoted.filter((each): each is QuotedDetail => each.quote !== undefined)
}

const onceMoves = new Set(['english.once', 'empathy.loss', 'empathy.night'])

/** @returns the part of a model's plan that's allowed, or undefined if nothing is left */
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
  if (checked.asks !== '' || (chosen.asksNothing && isGentle)) return checked
  const said = checked.facts.map((id) => answers.facts.get(id)?.answer)
  const troubleQuestions = said.flatMap((answer) => (answer?.kind === 'trouble' ? answer.next : []))
  const builtInQuestions = isGentle || builtIn.buttons.length > 0 ? [] : [builtIn.asks]
  const possible = [...troubleQuestions, ...builtInQuestions, ...answers.talk.closers]
  const canBeAsked = (id: string) => checkPlan({ ...checked, asks: id }, state, answers, limits).asks !== ''
  return { ...checked, asks: possible.find(canBeAsked) ?? '' }
}

const maxFactsOfModel = 3

function limitsForModel(input: PlanInput, chosen: ModelPlan): PlanLimits {
  const { state, answers, details, filled } = input
  const limits = limitsOf(input)
  // A model judges better than the built-in agent whether a message describes a project.
  const hasProject =
    details.all.requirements !== null || filled.includes('requirements') || state.moves.has('ack.product')
  const known = [...limits.known].filter((id) => id !== 'q.product' || hasProject)
  const compares = chosen.plan.facts.some((id) => answers.facts.get(id)?.comparesBudget === true)
  return {
    ...limits,
    slots: slotsForModel(input),
    hasDetails: limits.hasDetails || chosen.quotes.length > 0,
    allowsTrouble: limits.allowsTrouble || chosen.act === 'trouble',
    known: new Set([...known, ...refusedQuestions(input, chosen)]),
    maxFacts: compares || chosen.questions > 1 ? maxFactsOfModel : limits.maxFacts,
  }
}

/** IDs of questions a model can't ask: repeats, requests for a known name, and sales questions to someone hurt. */
function refusedQuestions(input: PlanInput, chosen: ModelPlan): string[] {
  const { state, answers } = input
  const all = [...answers.questions.values()]
  const repeated = state.askedBefore.filter((id) => !answers.talk.closers.includes(id))
  const asksName = ({ id, expects }: Question) => expects === 'contact' && id !== 'q.email'
  const named = hasName(input) ? all.filter(asksName) : []
  const pushy = isHurt(chosen, input) ? all.filter(isPushy) : []
  return [...repeated, ...[...named, ...pushy].map(({ id }) => id)]
}

/** Details the form asks for. */
const projectDetails = new Set(['product', 'users', 'date', 'budget', 'currency', 'contact'])

function isPushy({ expects, yes }: Question): boolean {
  return projectDetails.has(expects) || yes !== null
}

/** Whether the visitor is grieving or in trouble, or was earlier in this chat. */
function isHurt({ plan, act }: ModelPlan, { state, answers }: PlanInput): boolean {
  const moves = [...state.moves, ...plan.opens.map(({ move }) => move)]
  const facts = [...state.said, ...(act === 'trouble' ? plan.facts : [])]
  return moves.includes('empathy.loss') || facts.some((id) => answers.facts.get(id)?.answer.kind === 'trouble')
}

function hasName({ details, filled }: PlanInput): boolean {
  return details.all.name !== null || filled.includes('name')
}
