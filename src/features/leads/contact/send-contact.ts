import { type SendResult, sendForm } from '../../../ui/form/send-form.ts'
import type { ContactDraft } from './contact-draft.ts'

/**
 * Sends the request and waits until it is stored.
 * @param website what stands in the field that people don't see
 * @param unreachable the sentence for a server that gives no usable answer
 */
export async function sendContact(draft: ContactDraft, website: string, unreachable: string): Promise<SendResult> {
  const { values, requestId, startedAt } = draft
  const { referrer } = document
  const { language } = navigator
  return await sendForm(
    '/api/contact',
    { ...values, website, requestId, referrer, language },
    { startedAt, unreachable },
  )
}
