import type { ContactErrors } from './ContactFormView.tsx'
import type { ContactDraft } from './contact-draft.ts'

export type SendResult = { ok: true; reference: string } | { ok: false; errors: ContactErrors }

const patienceMs = 20_000

/**
 * Sends the request and waits until it is stored. A failure on the way is no answer: the same `requestId` makes a
 * second attempt harmless, whatever became of the first.
 * @param honeypot what stands in the field that people don't see
 * @param unreachable the sentence for a server that gives no usable answer
 */
export async function sendContact(draft: ContactDraft, honeypot: string, unreachable: string): Promise<SendResult> {
  const failure: SendResult = { ok: false, errors: { message: unreachable, fields: {} } }
  try {
    const response = await fetch('/api/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...draft.values,
        website: honeypot,
        requestId: draft.requestId,
        elapsedMs: Date.now() - draft.startedAt,
        page: location.pathname + location.search,
        referrer: document.referrer,
        language: navigator.language,
      }),
      signal: AbortSignal.timeout(patienceMs),
    })
    return readAnswer(await response.json()) ?? failure
  } catch {
    return failure
  }
}

/** @returns undefined for anything that the contract does not know, such as a proxy's own error page */
export function readAnswer(answer: unknown): SendResult | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  if (!('ok' in answer)) return undefined
  if (answer.ok === true && 'reference' in answer && typeof answer.reference === 'string')
    return { ok: true, reference: answer.reference }
  if (answer.ok !== false || !('message' in answer) || typeof answer.message !== 'string') return undefined
  const fields = 'fields' in answer && typeof answer.fields === 'object' ? answer.fields : {}
  return { ok: false, errors: { message: answer.message, fields: { ...fields } } }
}
