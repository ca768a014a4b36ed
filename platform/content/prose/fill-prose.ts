import type { Facts } from '../facts/facts.ts'
import { fillFacts } from '../facts/fill-facts.ts'
import { type ContentKind, hardcodedFigures } from '../facts/hardcoded-figures.ts'
import { ContentError, readEach, tryRead, withLocation } from '../files/content-error.ts'
import { readPicture } from '../pictures.ts'
import { replaceOutsideCode } from './outside-code.ts'
import { parseProse } from './prose.ts'

type MarkdownBody = { file: string; body: string; bodyLine: number }

/** Parses a Markdown file's body, which starts at line `bodyLine`, and finds its pictures. @throws ContentError */
export function readProse({ file, body, bodyLine: line }: MarkdownBody, facts: Pick<Facts, 'lang'>, kind: ContentKind) {
  const prose = parseProse(fillProse(body, facts, { file, line }, kind), { file, line }, facts.lang)
  const pictures = readEach([...prose.pictures], ([name, pictureLine]) =>
    withLocation(`content/${file}:${pictureLine}`, () => [name, readPicture(name, file)] as const),
  )
  return { prose, pictures: new Map(pictures) }
}

const factInBraces = /\{[^{}\n]*\}/gms
const lineWithoutBackticks = /[^\n\x60]+/gms

/** Fills facts into Markdown, except in code. @throws ContentError with file and line */
export function fillProse(
  text: string,
  facts: Pick<Facts, 'lang'>,
  place: { file: string; line: number },
  kind: ContentKind,
): string {
  const problems = new Set<string>()
  const addProblem = (index: number, problem: string) => {
    const line = place.line + text.slice(0, index).split('\n').length - 1
    problems.add(`content/${place.file}:${line}: ${problem}`)
  }
  const filled = replaceOutsideCode(text, factInBraces, ([name], index) => {
    const addMissing = (problem: string) => addProblem(index, `${problem}. If it’s code, put it between backticks`)
    return tryRead(() => fillFacts(name, facts), addMissing) ?? name
  })
  // Only checks each line, without replacing anything.
  replaceOutsideCode(text, lineWithoutBackticks, ([passage], index) => {
    for (const problem of hardcodedFigures(passage, facts, facts.lang, kind)) addProblem(index, problem)
    return passage
  })
  if (problems.size > 0) throw new ContentError(...problems)
  return filled
}
