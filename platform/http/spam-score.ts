const fastestMs = 2_000

export type SpamSigns = {
  honeypot: boolean
  /** Undefined without the script, negative after a clock was set back. Both are ignored. */
  elapsedMs?: number | undefined
  isPlainForm?: boolean | undefined
}

/** Nothing is dropped, and the sender doesn't notice. A receipt only goes out if isCredible, which anyone can forge. */
export function scoreSpam({ honeypot, elapsedMs, isPlainForm = false }: SpamSigns): {
  status: 'ok' | 'suspicious'
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
  return { status: isClean ? 'ok' : 'suspicious', reasons, isCredible: isClean && (isTimed || isPlainForm) }
}
