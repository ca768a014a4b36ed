/** Nobody opens a page, finds its form and fills it in in less. */
const fastestMs = 2_000

export type SpamSigns = {
  /** Whether the field that people do not see was filled. */
  honeypot: boolean
  /** From the page's opening to its sending. Undefined, where no script measured it, and negative, after a clock was set back, count for nothing. */
  elapsedMs: number | undefined
}

/** A verdict with its reasons, in words for the owner. Nothing is ever dropped, and the sender is not told. */
export function scoreSpam({ honeypot, elapsedMs }: SpamSigns): { status: 'ok' | 'held'; reasons: string[] } {
  const reasons: string[] = []
  if (honeypot) reasons.push('the hidden field was filled')
  if (elapsedMs !== undefined && elapsedMs >= 0 && elapsedMs < fastestMs) {
    reasons.push(`it was sent after ${Math.floor(elapsedMs / 100) / 10} s`)
  }
  return { status: reasons.length > 0 ? 'held' : 'ok', reasons }
}
