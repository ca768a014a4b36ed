export type SpamSigns = {
  /** Whether the hidden field was filled in. */
  honeypot: boolean
  /** Time on the page. Ignored if undefined (no JavaScript) or negative (the visitor's clock was set back). */
  elapsedMs?: number | undefined
  /** Whether a browser sent the form without JavaScript. */
  isPlainForm?: boolean | undefined
}

/** Minimum time to fill in a form. People need longer. */
const minFormMs = 2_000

type SpamScore = {
  status: 'ok' | 'suspicious'
  reasons: string[]
  /** Whether the submission seems to come from the page. Bots can fake that. */
  isCredible: boolean
}

export function scoreSpam({ honeypot, elapsedMs, isPlainForm = false }: SpamSigns): SpamScore {
  const reasons: string[] = []
  if (honeypot) reasons.push('the hidden field was filled')
  const isTimed = elapsedMs !== undefined && elapsedMs >= 0
  if (isTimed && elapsedMs < minFormMs) reasons.push(`it was sent after ${Math.floor(elapsedMs / 100) / 10} s`)
  if (reasons.length > 0) return { status: 'suspicious', reasons, isCredible: false }
  return { status: 'ok', reasons, isCredible: isTimed || isPlainForm }
}
