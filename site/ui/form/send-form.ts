import type { FormErrors } from '../../../platform/form.ts'

export type SendResult = { ok: true; reference: string } | { ok: false; errors: FormErrors }

const timeoutMs = 20_000

/** The same `requestId` makes a second attempt harmless. @param startedAt epoch milliseconds */
export async function sendForm(
  address: string,
  values: Readonly<Record<string, string>>,
  { startedAt, unreachable }: { startedAt: number; unreachable: string },
): Promise<SendResult> {
  const failure: SendResult = { ok: false, errors: { message: unreachable, fields: {} } }
  const page = location.pathname + location.search
  const body = JSON.stringify({ ...values, elapsedMs: Date.now() - startedAt, page })
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      // Survives a closed tab; browsers refuse this to more than 64 KiB.
      keepalive: new Blob([body]).size < 60_000,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return readAnswer(await response.json()) ?? failure
  } catch {
    return failure
  }
}

/** @returns undefined for anything outside the contract, such as a proxy's error page */
export function readAnswer(answer: unknown): SendResult | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  if (!('ok' in answer)) return undefined
  if (answer.ok === true && 'reference' in answer && typeof answer.reference === 'string')
    return { ok: true, reference: answer.reference }
  if (answer.ok !== false || !('message' in answer) || typeof answer.message !== 'string') return undefined
  const fields = 'fields' in answer && typeof answer.fields === 'object' ? answer.fields : {}
  return { ok: false, errors: { message: answer.message, fields: { ...fields } } }
}
