import type { Facts } from '../facts/facts.ts'
import { fillFacts } from '../facts/fill-facts.ts'
import { type ContentKind, hardcodedFigures } from '../facts/hardcoded-figures.ts'
import { ContentError, readEach, tryRead, withLocation } from '../files/content-error.ts'
import { type Picture, readPicture } from '../pictures.ts'
import { type Prose, parseProse } from './prose.ts'
import { scaleMarkdown } from './scale.ts'
import { scaleOf } from './tokens.ts'

/** Parses Markdown that starts at line `bodyLine` of its file, and finds its pictures. @throws ContentError */
export function readProse(
  { file, body, bodyLine: line }: { file: string; body: string; bodyLine: number },
  facts: Pick<Facts, 'lang'>,
  kind: ContentKind,
) {
  const prose = parseProse(fillProse(body, facts, { file, line }, kind), { file, line }, facts.lang)
  const pictures = readEach([...prose.pictures], ([name, pictureLine]) =>
    withLocation(`content/${file}:${pictureLine}`, () => [name, readPicture(name, file)] as const),
  )
  return { prose, pictures: new Map(pictures) }
}

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
  const filled = replaceOutsideCode(text, /\{[^{}\n]*\}/gms, ([name], index) => {
    const addMissing = (problem: string) => addProblem(index, `${problem}. If it’s code, put it between backticks`)
    return tryRead(() => fillFacts(name, facts), addMissing) ?? name
  })
  replaceOutsideCode(text, /[^\n\x60]+/gms, ([passage], index) => {
    for (const problem of hardcodedFigures(passage, facts, facts.lang, kind)) addProblem(index, problem)
    return passage
  })
  if (problems.size > 0) throw new ContentError(...problems)
  return filled
}

/** Matches code between backticks and fenced code, including inside lists and quotes. An unclosed fence extends to the end. */
const code = [
  String.raw`^[ \t>\d.)*+-]*(?<fence>\x60{3,}|~{3,})(?<info>[^\x60\n]*)\n.*?(?:^[ \t>]*\k<fence>|(?![^]))`,
  String.raw`(?<![\x60\\])(?<ticks>\x60+)(?!\x60)(?:[^\n]|\n(?!\s*\n))*?(?<!\x60)\k<ticks>(?!\x60)`,
].join('|')

/** Replaces matches of `pattern` (flags `gms`) outside code. A `scale` block is treated as text. */
function replaceOutsideCode(
  text: string,
  pattern: RegExp,
  replace: (match: RegExpExecArray, index: number) => string,
): string {
  return replaceMatches(text, new RegExp(`${code}|${pattern.source}`, 'gms'), (match) => {
    const { fence, info, ticks } = match.groups ?? {}
    if (info?.trim() === 'scale') {
      return replaceMatches(match[0], pattern, (inner) => replace(inner, match.index + inner.index))
    }
    return fence || ticks ? match[0] : replace(match, match.index)
  })
}

function replaceMatches(text: string, pattern: RegExp, replace: (match: RegExpExecArray) => string): string {
  let result = ''
  let end = 0
  for (const match of text.matchAll(pattern)) {
    result += text.slice(end, match.index) + replace(match)
    end = match.index + match[0].length
  }
  return result + text.slice(end)
}

const linkTarget = /(?<before>\]\(<?|^ {0,3}\[(?!\^)[^\]\n]+\]:\s*<?)(?<to>[^)\s>]+)/gms

/** Markdown to read outside the site: with absolute URLs, and tables instead of scales. */
export function proseMarkdown(
  { source, tokens }: Prose,
  { base, pictures }: { base: URL; pictures: ReadonlyMap<string, Picture> },
): string {
  const lines = source.split('\n')
  for (const token of tokens.toReversed()) {
    if (token.type !== 'scale' || !token.map) continue
    const [from, to] = token.map
    lines.splice(from, to - from, scaleMarkdown(scaleOf(token)))
  }
  return replaceOutsideCode(lines.join('\n'), linkTarget, ({ groups: { before = '', to = '' } = {} }) => {
    return before + new URL(pictures.get(to)?.src ?? to, base).href
  })
}
