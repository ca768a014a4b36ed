/** Matches fenced code, including inside lists and quotes. An unclosed fence extends to the end of the text. */
const fencedCode = String.raw`^[ \t>\d.)*+-]*(?<fence>\x60{3,}|~{3,})(?<info>[^\x60\n]*)\n.*?(?:^[ \t>]*\k<fence>|(?![^]))`
/** Matches code between backticks, which can span lines but not paragraphs. */
const inlineCode = String.raw`(?<![\x60\\])(?<ticks>\x60+)(?!\x60)(?:[^\n]|\n(?!\s*\n))*?(?<!\x60)\k<ticks>(?!\x60)`

type Replace = (match: RegExpExecArray, index: number) => string

/** Replaces matches of `pattern` (flags `gms`) in Markdown, except in code. A `scale` block doesn't count as code. */
export function replaceOutsideCode(text: string, pattern: RegExp, replace: Replace): string {
  const codeOrMatch = new RegExp(`${fencedCode}|${inlineCode}|${pattern.source}`, 'gms')
  return replaceMatches(text, codeOrMatch, (match) => {
    const { fence, info, ticks } = match.groups ?? {}
    if (info?.trim() === 'scale') {
      return replaceMatches(match[0], pattern, (inner) => replace(inner, match.index + inner.index))
    }
    return fence || ticks ? match[0] : replace(match, match.index)
  })
}

/** Like `replaceAll`, but passes the match with its index and groups. */
function replaceMatches(text: string, pattern: RegExp, replace: (match: RegExpExecArray) => string): string {
  let result = ''
  let end = 0
  for (const match of text.matchAll(pattern)) {
    result += text.slice(end, match.index) + replace(match)
    end = match.index + match[0].length
  }
  return result + text.slice(end)
}
