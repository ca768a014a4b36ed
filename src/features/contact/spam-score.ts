/** Nobody reads a form and fills three fields in less. */
const fastestMs = 2_000

export type SpamSigns = {
  /** Whether the field that people do not see was filled. */
  honeypot: boolean
  /** From the form's first touch to its sending; undefined where no script measured it, which counts for nothing. */
  elapsedMs: number | undefined
}

/** A verdict with its reasons, in words for the owner. Nothing is ever dropped, and the sender is not told. */
export function scoreSpam({ honeypot, elapsedMs }: SpamSigns): { status: 'ok' | 'held'; reasons: string[] } {
  const reasons: string[] = []
  if (honeypot) reasons.push('the hidden field was filled')
  if (elapsedMs !== undefined && elapsedMs < fastestMs) {
    reasons.push(`it was sent after ${elapsedMs / 1_000} s`)
  }
  return { status: reasons.length > 0 ? 'held' : 'ok', reasons }
}
