import { detailsId } from '../answers.ts'
import type { TalkState } from '../state.ts'
import type { Understood } from '../understand/understand.ts'
import type { PlanLimits } from './check-plan.ts'
import type { Choice, PlanInput } from './plan.ts'

export function isBuying({ understood }: PlanInput): boolean {
  const isAsking = understood.doubts.some(({ isQuestion }) => isQuestion)
  return !isAsking && understood.clauses.some(({ act, probability }) => act === 'buy' && probability >= 0.6)
}

/** The questions that move a project on, in order. */
const nextSteps = ['q.date', 'q.budget', 'q.call-or-email']
const projectQuestions = ['q.users', 'q.first-job', ...nextSteps]

/** The question that ends a reply: never one that was asked before, or whose answer is known. */
export function questionFor(
  input: PlanInput,
  { reason }: Choice,
  { known }: PlanLimits,
  facts: readonly string[],
  buttons: readonly string[],
): string {
  const { understood, state, answers, details } = input
  if (buttons.length > 0) return reason === 'unsure' || reason === 'unknown' ? 'q.which' : 'q.also'
  const hasOwn = reason === 'asked' || reason === 'buying' || (state.asked?.leadsTo ?? []).length > 0
  const said = facts.flatMap((id) => answers.facts.get(id)?.answer ?? [])
  const main = said.find(({ kind }) => kind !== 'talk') ?? said[0]
  const isOpen = (id: string) => !known.has(id) && !state.askedBefore.includes(id)
  const isPending = details.newest.budget !== null && details.budget?.currency === undefined
  const pending = isPending && answers.questions.has('q.currency') ? ['q.currency'] : []
  const contact = isBuying(input) || asksForQuote(understood) ? ['q.contact', 'q.date'] : []
  const agreed = understood.reply === 'yes' ? [state.asked?.yes ?? ''].filter((id) => id.startsWith('q.')) : []
  const own = hasOwn ? said.flatMap(({ next }) => next) : []
  const isOutsider = main?.kind === 'notClient' || main?.kind === 'refusal' || main?.kind === 'unknown'
  const isProject = details.all.requirements !== null
  const isDescribed = understood.clauses.some(({ act }) => act === 'describe')
  const isClient = !isOutsider && !state.isOutsider
  const project =
    isDescribed || (isProject && isClient) ? projectQuestions : isClient && !state.isFirst ? nextSteps : []
  const candidates = [...pending, ...agreed, ...contact, ...own, ...project, ...answers.talk.closers]
  return candidates.find(isOpen) ?? oldestOf(answers.talk.closers, state)
}

/** These need a name and an address. */
const asking = new Set(['get-a-quote', 'start', detailsId])

function asksForQuote({ wants }: Understood): boolean {
  return wants.some(({ id }) => asking.has(id))
}

/** If all were asked, the one asked longest ago. */
function oldestOf(ids: readonly string[], { askedBefore }: TalkState): string {
  return ids.toSorted((one, other) => askedBefore.lastIndexOf(one) - askedBefore.lastIndexOf(other))[0] ?? ''
}
