import type { Picture } from '../pictures.ts'
import { replaceOutsideCode } from './fill-prose.ts'
import { type Prose, scaleOf } from './prose.ts'
import { scaleMarkdown } from './scale.ts'

const target = /(?<before>\]\(<?|^ {0,3}\[(?!\^)[^\]\n]+\]:\s*<?)(?<to>[^)\s>]+)/gms

/** The Markdown of a text for readers elsewhere: with absolute addresses, and tables instead of scales. */
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
  return replaceOutsideCode(lines.join('\n'), target, ({ groups: { before = '', to = '' } = {} }) => {
    return before + new URL(pictures.get(to)?.src ?? to, base).href
  })
}
