import { z } from 'zod'
import { didYouMean } from '../../lib/text/nearest.ts'
import { readContent, readEach, readText, yamlFilesIn } from '../read-content.ts'

export const examplesFolder = 'agent/examples'

const minExamples = 8

const examplesSchema = z.record(z.string(), z.string().transform(linesOf))

/** Of one answer, by the id that its file has. */
type Examples = { file: string; id: string; lines: string[] }

/** content/agent/examples/: what people type who want an answer. @throws ContentError */
export function readExamples(): Examples[] {
  return readEach(yamlFilesIn(examplesFolder), (file) =>
    Object.entries(readContent(file, examplesSchema)).map(([id, lines]) => ({ file, id, lines })),
  ).flat()
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Why the examples don't fit the answers with these ids, a line each. */
export function exampleProblems(all: readonly Examples[], ids: ReadonlySet<string>): string[] {
  const strays = all
    .filter(({ id }) => !ids.has(id))
    .map(
      ({ file, id }) =>
        `${placeOf(file, (line) => line.startsWith(`${id}:`))}: no answer has the id ${id}${didYouMean(id, ids)}`,
    )
  const few = [...ids].flatMap((id) => {
    const own = all.filter((each) => each.id === id)
    const count = own.reduce((sum, { lines }) => sum + lines.length, 0)
    const place = `content/${own[0]?.file ?? examplesFolder}`
    return count < minExamples
      ? `${place}: ${id}: must have eight examples or more, a line each; there are ${count}`
      : []
  })
  return [...strays, ...few, ...sharedExamples(all)]
}

/** An example leads to one answer; what holds {it.title} is another one for each entry of a list. */
function sharedExamples(all: readonly Examples[]): string[] {
  const said = all.flatMap(({ file, id, lines }) => lines.map((text) => ({ file, id, text })))
  const whole = said.filter(({ text }) => !text.includes('{it.'))
  return [...Map.groupBy(whole, ({ text }) => text.toLowerCase()).values()].flatMap((same) => {
    const [one, other] = new Map(same.map((each) => [each.id, each])).values()
    if (one === undefined || other === undefined) return []
    const places = [one, other].map(({ file, text, id }) => `${id} (${placeOf(file, (line) => line.trim() === text)})`)
    return `“${one.text}” is an example of ${places.join(' and of ')}: keep one`
  })
}

function placeOf(file: string, isThere: (line: string) => boolean): string {
  return `content/${file}: line ${readText(file).split('\n').findLastIndex(isThere) + 1}`
}

/** Adds an example to an answer's and leaves every other byte of the file. @returns undefined where the answer isn't in it */
export function withExample(yaml: string, id: string, example: string): string | undefined {
  const lines = yaml.split('\n')
  const end = endOfExamples(lines, id)
  return end === undefined ? undefined : lines.toSpliced(end, 0, `  ${example}`).join('\n')
}

/** Takes away what `withExample` has added. @returns undefined where it is not the last example any more */
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
