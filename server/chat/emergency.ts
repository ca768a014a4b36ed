import { splitSentences } from './messages.ts'
import { countFeatures, type Model, predict, type SparseVector, vectorize } from './model.ts'

/** The label of everything that isn't an emergency. */
export const noEmergency = ''

/** A life may be at stake, so a small probability is enough. */
const emergencyThreshold = 0.17
/** Higher, because a visitor with a project may want an app for emergencies. */
const projectThreshold = 0.6

/** @param project what the visitor wants built @returns the id of the emergency's answer */
export function detectEmergency(message: string, project: string | null, model: Model): string | undefined {
  for (const passage of passagesOf(message)) {
    const predictions = predict(vectorizeCautiously(passage, model), model)
    const calm = predictions.find(({ id }) => id === noEmergency)?.probability ?? 1
    const isAboutProject = project !== null && (project.includes(passage) || passage.includes(project))
    if (1 - calm >= (isAboutProject ? projectThreshold : emergencyThreshold))
      return predictions.find(({ id }) => id !== noEmergency)?.id
  }
  return undefined
}

const maxClauseWords = 12

/** The whole message, its sentences and clauses, and overlapping windows of long clauses. */
function passagesOf(message: string): string[] {
  const clauses = message.split(/[.!?;,:…](?=\s|$)|\n/u).map((clause) => clause.trim())
  const windows = clauses.flatMap((clause) => {
    const words = clause.split(/\s+/)
    if (words.length <= maxClauseWords) return []
    const step = maxClauseWords / 2
    const starts = Array.from({ length: Math.ceil(words.length / step) - 1 }, (_, i) => i * step)
    return starts.map((start) => words.slice(start, start + maxClauseWords).join(' '))
  })
  const parts = [...splitSentences(message), ...clauses, ...windows].filter((part) => /\p{L}\P{L}+\p{L}/u.test(part))
  return [...new Set([message, ...parts])]
}

/** Shorter if much of the text is unknown, so that a strange name with similar letters isn't taken for an emergency. */
function vectorizeCautiously(text: string, model: Model): SparseVector {
  const counts = countFeatures(text)
  const { indices, values } = vectorize(text, model, counts)
  const knownShare = indices.length / counts.size
  return { indices, values: values.map((value) => value * knownShare ** 2) }
}
