/** Nobody opens a page, finds its form and fills it in in less. */
const fastestMs = 2_000

export type SpamSigns = {
  /** Whether the field that people do not see was filled. */
  honeypot: boolean
  /** From the page's opening to its sending. Undefined, where no script measured it, and negative, after a clock was set back, count for nothing. */
  elapsedMs?: number | undefined
  /** Whether a browser sent the page's own form, without its script. */
  isPlainForm?: boolean | undefined
}

/**
 * A verdict with its reasons, in words for the owner. Nothing is ever dropped, and the sender is not told.
 * @returns isCredible: whether it also has the marks that a post from the page brings. Anybody can forge them; what lacks
 * them is a program that did not try, and nobody's mailbox is written to on its word alone.
 */
export function scoreSpam({ honeypot, elapsedMs, isPlainForm = false }: SpamSigns): {
  status: 'ok' | 'held'
  reasons: string[]
  isCredible: boolean
} {
  const reasons: string[] = []
  if (honeypot) reasons.push('the hidden field was filled')
  if (elapsedMs !== undefined && elapsedMs >= 0 && elapsedMs < fastestMs) {
    reasons.push(`it was sent after ${Math.floor(elapsedMs / 100) / 10} s`)
  }
  const isTimed = elapsedMs !== undefined && elapsedMs >= fastestMs
  const isClean = reasons.length === 0
  return { status: isClean ? 'ok' : 'held', reasons, isCredible: isClean && (isTimed || isPlainForm) }
}
