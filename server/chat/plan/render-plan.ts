import type { Answers } from '../answers.ts'
import type { Turn } from '../messages.ts'
import type { Plan } from './check-plan.ts'
import type { Slots } from './slots.ts'

/** Turns a checked plan into text. All replies pass through here. @returns sentences, ending with the question */
export function renderPlan({ opens, facts, asks, buttons }: Plan, answers: Answers, slots: Slots): string[] {
  const openings = opens.map(({ move, slot }) => fill(answers.moves[move] ?? '', slot && slots[slot]))
  const statements = facts.map((id) =>
    (answers.facts.get(id)?.text ?? '').replaceAll('{sum}', () => slots.budget ?? ''),
  )
  const question = fill(answers.questions.get(asks)?.text ?? '', titlesOf(buttons, answers))
  return [...openings, ...statements, question].filter((sentence) => sentence !== '')
}

/** Formats titles as a choice: “Support after launch” or “Running costs”. */
export function titlesOf(ids: readonly string[], { all }: Answers): string {
  const answers = ids.map((id) => all.get(id)).filter((answer) => answer !== undefined)
  const titles = answers.map(({ title }) => `“${title}”`)
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(titles)
}

function fill(text: string, value: string | undefined): string {
  return text.replaceAll('{value}', () => value ?? '')
}

/** The plan's IDs, which the browser sends back with the chat, so the next reply knows what this reply said. */
export function turnOfPlan({ opens, facts, asks, buttons }: Plan): Turn {
  return { facts, moves: opens.map(({ move }) => move), asked: asks, buttons }
}
