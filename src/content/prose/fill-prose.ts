import { fillNumbers } from '../fill-numbers.ts'
import { ContentError } from '../read-content.ts'

/** Puts the facts into a Markdown text; code keeps its braces. @throws ContentError with file and line */
export function fillProse(text: string, facts: object, place: { file: string; line: number }): string {
  return replaceOutsideCode(text, /\{[^{}\n]*\}/gms, ([found], at) => {
    try {
      return fillNumbers(found, facts)
    } catch {
      const line = place.line + text.slice(0, at).split('\n').length - 1
      throw new ContentError(
        `content/${place.file}:${line}: ${found} is no number, range or text of content/offers.yaml; braces that are code stand between backticks`,
      )
    }
  })
}

/** Fenced code, also in lists and quotes (up to the end where no fence closes it), or code between backticks. */
const code = [
  String.raw`^[ \t>\d.)*+-]*(?<fence>\x60{3,}|~{3,})(?<info>[^\x60\n]*)\n.*?(?:^[ \t>]*\k<fence>|(?![^]))`,
  String.raw`(?<![\x60\\])(?<ticks>\x60+)(?!\x60)(?:[^\n]|\n(?!\s*\n))*?(?<!\x60)\k<ticks>(?!\x60)`,
].join('|')

/** Replaces what `pattern` (flags `gms`) finds; code stays as it is, but a `scale` block counts as text. */
export function replaceOutsideCode(
  text: string,
  pattern: RegExp,
  replace: (match: RegExpExecArray, at: number) => string,
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
