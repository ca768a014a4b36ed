import { z } from 'zod'
import { didYouMean } from '../../text/nearest.ts'
import { readEach } from '../files/content-error.ts'
import { hasContent, readText, yamlFilesIn } from '../files/content-files.ts'
import { readContent } from '../files/read-content.ts'

export const examplesFolder = 'agent/examples'
const minExamples = 8

/** An example message. For a sentence that is `about` a follow-up, `id` is `answer-id/about`. */
type Example = { file: string; id: string; text: string }

export function followUpId(id: string, about: string): string {
  return `${id}/${about}`
}

export function readExamples(): Example[] {
  return readEach(yamlFilesIn(examplesFolder), (file) =>
    Object.entries(readContent(file, z.record(z.string(), z.string()))).flatMap(([id, lines]) =>
      [...lines.matchAll(/\S.*/g)].map(([line]) => ({ file, id, text: line.trimEnd() })),
    ),
  ).flat()
}

type Exemplified = { writtenId: string; facts: readonly { about: string | null }[] }

export function exampleProblems(examples: readonly Example[], answers: readonly Exemplified[]): string[] {
  const examplesById = Map.groupBy(examples, ({ id }) => id)
  const followUps = answers.flatMap(({ writtenId, facts }) =>
    facts.flatMap(({ about }) => (about === null ? [] : followUpId(writtenId, about))),
  )
  const ids = new Set([...answers.map(({ writtenId }) => writtenId), ...followUps])
  const unknownIds = [...examplesById].flatMap(([id, [first]]) =>
    first === undefined || ids.has(id)
      ? []
      : `${locationOf(first.file, `${id}: |`)}: no answer has the id ${id}${didYouMean(id, ids)}`,
  )
  const tooFew = [...ids].flatMap((id) => {
    const ofAnswer = examplesById.get(id) ?? []
    const location = `content/${ofAnswer[0]?.file ?? examplesFolder}: ${id}`
    return ofAnswer.length < minExamples
      ? `${location}: must have at least eight examples, one per line, not ${ofAnswer.length}`
      : []
  })
  return [...unknownIds, ...tooFew, ...duplicateExamples(examples)]
}

const actsFile = 'agent/acts.yaml'

/** An example of a kind of message, and the question it replies to, if any: `[q.users] our drivers`. */
export type ActExample = { act: string; asked: string | null; text: string }

export function readActs(): ActExample[] {
  if (!hasContent(actsFile)) return []
  return Object.entries(readContent(actsFile, z.record(z.string(), z.string()))).flatMap(([act, lines]) =>
    [...lines.matchAll(/\S.*/g)].map(([line]) => {
      const [, asked = null, text = line] = /^\[([\w.-]+)\] (.*)/.exec(line.trimEnd()) ?? []
      return { act, asked, text }
    }),
  )
}

/** Finds examples that belong to more than one answer. Examples with {it.title} differ for each entry of a list. */
function duplicateExamples(examples: readonly Example[]): string[] {
  const plainExamples = examples.filter(({ text }) => !text.includes('{it.'))
  return [...Map.groupBy(plainExamples, ({ text }) => text.toLowerCase()).values()].flatMap((duplicates) => {
    const [first, second] = new Map(duplicates.map((example) => [example.id, example])).values()
    if (first === undefined || second === undefined) return []
    const locations = [first, second].map(({ file, text, id }) => `${id} (${locationOf(file, text)})`)
    return `“${first.text}” is an example of ${locations.join(' and of ')}. Keep it in one place`
  })
}

function locationOf(file: string, text: string): string {
  const lines = readText(file).split('\n')
  return `content/${file}: line ${lines.findLastIndex((line) => line.trim() === text) + 1}`
}

/** Adds an example to an answer in a YAML file. @returns the new text; undefined if the file lacks the answer */
export function withExample(yaml: string, id: string, example: string): string | undefined {
  const lines = yaml.split('\n')
  const end = endOfExamples(lines, id)
  return end === undefined ? undefined : lines.toSpliced(end, 0, `  ${example}`).join('\n')
}

/** Undoes `withExample`. @returns the earlier text; undefined if the example is no longer the last */
export function withoutExample(yaml: string, id: string, example: string): string | undefined {
  const lines = yaml.split('\n')
  const last = (endOfExamples(lines, id) ?? 0) - 1
  return lines[last] === `  ${example}` ? lines.toSpliced(last, 1).join('\n') : undefined
}

function endOfExamples(lines: readonly string[], id: string): number | undefined {
  const start = lines.indexOf(`${id}: |`)
  if (start === -1) return undefined
  const after = lines.findIndex((line, i) => i > start && !line.startsWith('  '))
  return after === -1 ? lines.length : after
}
