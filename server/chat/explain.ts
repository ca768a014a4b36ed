import type { PreparedReply } from './prepare.ts'

/** Why the chat answers as it does: kinds of message, state, and how sure it is of each answer. For an owner to read. */
export function explain({ input: { understood, state }, plan }: PreparedReply): string[] {
  const { clauses, wants, doubts, trouble } = understood
  const percent = (probability: number) => `${Math.round(100 * probability)}%`
  return [
    ...clauses.map(({ act, probability, text }) => `${act} (${percent(probability)}): ${text}`),
    `topic ${state.topic?.id ?? '-'}, offer ${state.offer?.id ?? '-'}, asked ${state.asked?.id ?? '-'}`,
    ...wants.map(
      ({ id, about, how, probability }) =>
        `asks for ${id}${about === null ? '' : `/${about}`}, by ${how} (${percent(probability)})`,
    ),
    ...doubts.map(({ clause, predictions }) => {
      const likely = predictions.slice(0, 3).map(({ id, probability }) => `${id} ${percent(probability)}`)
      return `not sure about “${clause}”: ${likely.join(', ')}`
    }),
    ...(trouble === undefined ? [] : [`trouble: ${trouble.id}${trouble.isSure ? '' : ', not sure'}`]),
    `says ${[...plan.opens.map(({ move }) => move), ...plan.facts, plan.asks].join(', ')}`,
  ]
}
