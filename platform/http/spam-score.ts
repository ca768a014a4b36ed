export type SpamSigns = {
  /** Whether the hidden field was filled in. */
  honeypot: boolean
  /** Time on the page. Undefined without JavaScript, and negative if the visitor's clock was set back: both are ignored. */
  elapsedMs?: number | undefined
  /** Whether a browser sent the form without JavaScript. */
  isPlainForm?: boolean | undefined
}

/** People need longer to fill in a form. */
const minFormMs = 2_000

type SpamScore = {
  status: 'ok' | 'suspicious'
  reasons: string[]
  /** Whether the submission looks like it came from the page, though bots can fake that. */
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
