import type { Picture } from '../pictures.ts'
import { replaceOutsideCode } from './outside-code.ts'
import type { Prose } from './prose.ts'
import { scaleMarkdown } from './scale.ts'
import { scaleOf } from './tokens.ts'

/** Matches inline links, pictures, and link reference definitions (CommonMark 0.31.2, 4.7 and 6.3). */
const linkTarget = /(?<before>\]\(<?|^ {0,3}\[(?!\^)[^\]\n]+\]:\s*<?)(?<to>[^)\s>]+)/gms

type Location = { base: URL; pictures: ReadonlyMap<string, Picture> }

/** Converts prose to Markdown for reading outside the site: makes URLs absolute, and turns scales into tables. */
export function proseMarkdown({ source, tokens }: Prose, { base, pictures }: Location): string {
  const lines = source.split('\n')
  // Start at the end, so earlier line numbers stay valid.
  for (const token of tokens.toReversed()) {
    if (token.type !== 'scale' || !token.map) continue
    const [from, to] = token.map
    lines.splice(from, to - from, scaleMarkdown(scaleOf(token)))
  }
  return replaceOutsideCode(lines.join('\n'), linkTarget, ({ groups: { before = '', to = '' } = {} }) => {
    return before + new URL(pictures.get(to)?.src ?? to, base).href
  })
}
