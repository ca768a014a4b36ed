import { expect, test } from 'vitest'
import { siteContent } from '../../../platform/content/site-content.ts'
import { seededRandom } from '../../../platform/seeded-random.ts'
import { createDatedAnswers } from '../answers.ts'
import { stateOf } from '../state.ts'
import { checkPlan, type Plan } from './check-plan.ts'
import type { PlanLimits } from './plan-limits.ts'
import { renderPlan } from './render-plan.ts'

const { answers: written, talk } = siteContent().chat
const answers = createDatedAnswers(written.entries, talk, 'en-US')(Date.UTC(2026, 10, 29), [Date.UTC(2026, 11, 1)])
const facts = [...answers.facts.values()]
const slots = { product: 'a booking system', budget: '$6,000', date: 'March 1', name: 'Ada' }
const limits: PlanLimits = {
  slots,
  comparisons: new Set(['budgets.mvp-reaches']),
  allowsTrouble: false,
  hasDetails: true,
  known: new Set(['q.contact']),
  maxFacts: 3,
}
const state = stateOf([{ role: 'user', content: 'hi' }], answers)
const planOf = (facts: string[], more: Partial<Plan> = {}): Plan => ({
  opens: [],
  facts,
  asks: '',
  buttons: [],
  ...more,
})
const check = (plan: Plan) => checkPlan(plan, state, answers, limits)

/** Finds reasons why a sequence of true sentences is misleading, independently of `checkPlan`. */
function liesIn(ids: readonly string[]): string[] {
  const said = ids.flatMap((id) => answers.facts.get(id) ?? [])
  return said.flatMap((fact, i) => {
    const before = said[i - 1]
    const own = before?.answer.id === fact.answer.id
    const offers = answers.offersOf(fact.answer.id)
    const isFalseOffer = said.slice(0, i).some(({ answer }) => {
      const others = answers.offersOf(answer.id)
      const isShared = others.some((other) => offers.includes(other) || other.members.length > 0)
      return others.length > 0 && offers.length > 0 && !isShared && !offers.some(({ members }) => members.length > 0)
    })
    return [
      ...(fact.leans && !(own && before.index === fact.index - 1) ? [`${fact.id} leans on nothing`] : []),
      ...(own && before.index >= fact.index ? [`${fact.id} is out of order`] : []),
      ...(said.slice(0, i).some(({ answer }) => answer.id === fact.answer.id) && !own
        ? [`${fact.id} is torn apart`]
        : []),
      ...(isFalseOffer ? [`${fact.id} belongs to another offer`] : []),
      ...(fact.answer.kind === 'trouble' ? [`${fact.id} is for people in trouble`] : []),
      ...(fact.comparesBudget && !limits.comparisons.has(fact.id) ? [`${fact.id} compares sums`] : []),
    ]
  })
}

test('no two answers can be told together in a way that makes them untrue', () => {
  const firstTwo = [...answers.all.values()].map((answer) => answer.facts.slice(0, 2).map(({ id }) => id))
  const lies = firstTwo.flatMap((one) => firstTwo.flatMap((other) => liesIn(check(planOf([...one, ...other])).facts)))
  expect(lies).toEqual([])
})

test('of 10,000 hostile plans, only written sentences are left, in combinations that are true', () => {
  const random = seededRandom('hostile plans')
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const several = <T>(list: readonly T[], max: number) =>
    Array.from({ length: Math.floor(random() * (max + 1)) }, () => pick(list))
  const forged = ['nothing.1', '__proto__', 'constructor', '', 'mvp-price', '<b>', 'budgets.mvp-below']
  const factIds = [...facts.map(({ id }) => id), ...forged]
  const moves = [...Object.keys(answers.moves), ...forged]
  const questions = [...answers.questions.keys(), ...forged]
  const kinds = ['product', 'users', 'budget', 'date', 'name', 'titles', 'toString'] as const
  const sentences = new Set(facts.map(({ text }) => text.replace('{sum}', slots.budget)))
  for (let i = 0; i < 10_000; i++) {
    const checked = check({
      opens: several(moves, 5).map((move) => ({
        move,
        slot: pick([undefined, ...kinds]) as keyof typeof slots | undefined,
      })),
      facts: several(factIds, 6),
      asks: pick(questions),
      buttons: several([...answers.all.keys(), ...forged], 5),
    })
    expect(liesIn(checked.facts)).toEqual([])
    const text = renderPlan(checked, answers, slots)
    const written = text.slice(checked.opens.length, checked.opens.length + checked.facts.length)
    expect(written.filter((sentence) => !sentences.has(sentence))).toEqual([])
    expect(text.join(' ')).not.toMatch(/\{|undefined/)
    expect(checked.asks).not.toBe('q.contact')
  }
})

test('a leaning sentence may come first if the last reply ended with the one before it', () => {
  const leaning = facts.find(({ leans, index }) => leans && index > 0)
  const support = leaning?.answer.facts[leaning.index - 1]?.id ?? ''
  const turn = { facts: [support], moves: [], asked: '', buttons: [] }
  const later = stateOf(
    [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: '…', turn },
      { role: 'user', content: 'and?' },
    ],
    answers,
  )
  const id = leaning?.id ?? ''
  expect(checkPlan(planOf([id]), later, answers, limits).facts).toEqual([id])
  expect(check(planOf([id])).facts).toEqual([])
})

test('what a visitor said stands in a sentence only if this message said it', () => {
  const opens = [{ move: 'ack.people', slot: 'users' as const }]
  expect(check(planOf([], { opens })).opens).toEqual([])
  expect(renderPlan(check(planOf([], { opens: [{ move: 'ack.name', slot: 'name' }] })), answers, slots)).toEqual([
    'Thanks, Ada.',
  ])
})
