import { fillNumbers } from '../fill-numbers.ts'
import { ContentError } from '../read-content.ts'
import { replaceOutsideCode } from './outside-code.ts'

/**
 * Puts the facts into a Markdown text: `${packages.startup-mvp.usd}` reads `$4,997`. Code stays as it is, braces and all;
 * what a `scale` block says is text.
 * @param place file and first line, for messages
 * @throws ContentError with file and line
 */
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
