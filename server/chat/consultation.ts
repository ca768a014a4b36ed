import { siteContent } from '../../platform/content/site-content.ts'
import { fitText, mapFields } from '../../platform/fields.ts'
import { type FormAnswer, type FormContext, formErrors, formSaved, readForm, textOf } from '../../platform/http/form.ts'
import type { Http } from '../../platform/http/request-context.ts'
import { isRequestId } from '../../platform/ids.ts'
import { bodyLimits, chatLimits } from '../../platform/limits/limits.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { cleanText } from '../../platform/text/clean-text.ts'
import type { Context } from '../context.ts'
import { acceptLead, formKey, type LeadResult } from '../leads/accept-lead.ts'
import { type ConsultationInfo, type ConsultationValues, consultationFields } from '../leads/fields.ts'
import { notifyOfLead } from '../leads/notify.ts'
import { contactData } from '../leads/routes.ts'
import { deleteUnreported, findByRequestKey } from '../leads/store.ts'
import type { TranscriptMessage } from '../leads/transcript.ts'
import type { SiteChat } from './chat.ts'
import type { Details } from './details/extract.ts'
import { newestMessages, readPicked, readTurn, type SignedMessage } from './messages.ts'
import { verifySignatures } from './signature.ts'
import { exchangesOf } from './state.ts'

/** POST /api/booking, from a visitor or from the page when they leave. Without JavaScript, the response is the contact page. */
export async function postConsultation(c: Http): Promise<Response> {
  const { app } = c.var
  const { words, chat } = siteContent()
  const form = await readForm(c, {
    fields: consultationFields,
    messages: words.form,
    limit: app.limits.consultationPosts,
    maxBytes: bodyLimits.consultation,
    problems: chat.consultation.problems,
    page: '/contact',
    data: async (shown) => ({ form: asContact(shown), ...(await contactData(c)) }),
  })
  const { posted, values, requestId, context, answerAs } = form
  const isAbandoned = posted['abandoned'] === true
  if (form.errors && !isAbandoned) return await formErrors(c, form)
  const transcript = readPostedTranscript(app.chat, posted)
  // Any value means yes. The words they agreed to are in the content.
  const isAgreed = textOf(posted['consent']).trim() !== ''
  if (isAbandoned && !isAgreed) {
    await withdrawAbandoned(app, requestId)
    return c.body(null, 204)
  }
  const details = isAbandoned
    ? abandonedDetails(posted, await readTranscriptDetails(app.chat, transcript, context.sender))
    : postedDetails(posted, values)
  const { name, email } = details
  if (!email) return c.body(null, 204)
  const input = {
    values: { ...details, name: name ?? '', email },
    transcript,
    isAgreed,
    abandoned: isAbandoned,
    requestId,
  }
  const { reference } = await submitConsultation(app, input, context)
  if (!isAbandoned) c.var.record(['sent:booking'])
  return formSaved(c, answerAs, { reference }, `/contact/received?reference=${reference}`)
}

/** The contact form has the same fields, but for its message. */
function asContact({ values, errors }: FormAnswer): FormAnswer {
  const { requirements = '', ...fields } = errors.fields
  return {
    ...(values && { values: { ...values, project: values['requirements'] ?? '' } }),
    errors: { ...errors, fields: { ...fields, ...(requirements && { project: requirements }) } },
  }
}

type Posted = Readonly<Record<string, unknown>>

/** Posted fields: null if missing, '' if cleared. */
function postedDetails(fields: Posted, values: ConsultationValues): ConsultationInfo {
  return mapFields(consultationFields, (name) => (fields[name] === undefined ? null : values[name]))
}

function readTranscriptDetails(
  chat: SiteChat,
  transcript: readonly TranscriptMessage[],
  sender: string,
): Promise<Details> {
  return chat.readDetails(exchangesOf(transcript, chat.agent().answersAt(chat.now())), sender)
}

/** Details of a visitor who left: what they typed in the form, else what they wrote in the chat. */
function abandonedDetails(fields: Posted, { all }: Details): ConsultationInfo {
  return mapFields(
    consultationFields,
    (name, field) => fitText(field, fields[name]) || fitText(field, all[name]) || null,
  )
}

export type ConsultationInput = {
  values: Partial<ConsultationInfo> & { name: string; email: string }
  transcript: readonly TranscriptMessage[]
  isAgreed: boolean
  abandoned: boolean
  requestId?: string | undefined
}

/** Submissions with the same `requestId` update one lead. @throws StorageError */
export async function submitConsultation(
  context: Context,
  { values, transcript, isAgreed, abandoned, requestId }: ConsultationInput,
  form: FormContext,
): Promise<LeadResult> {
  const { consent, noRequirements } = siteContent().chat.consultation
  const now = context.now()
  const consultation = {
    transcript: transcript.length === 0 ? null : JSON.stringify(transcript),
    abandoned: abandoned ? 1 : 0,
    consent_words: isAgreed ? consent : null,
    consent_at: isAgreed ? now : null,
    updated_at: now,
  }
  const columns = { ...values, project: values.requirements || noRequirements }
  const input = { kind: 'consultation', values: columns, consultation, requestId, context: form } as const
  return await acceptLead(context, input, (tx, upserted) => notifyOfLead(tx, context, upserted, form))
}

/** Deletes the lead of a visitor who returns and no longer agrees, unless it was sent or the owner knows about it. */
export async function withdrawAbandoned({ database }: Context, requestId: string): Promise<void> {
  if (!isRequestId(requestId)) return
  await database.write(async (tx) => {
    const lead = await findByRequestKey(tx, formKey(requestId))
    if (lead?.kind === 'consultation' && lead.abandoned === 1) await deleteUnreported(tx, lead)
  })
}

/** The newest messages of a chat. Drops anything invalid, so the lead gets through. */
export function readPostedTranscript(
  { key, now }: Pick<SiteChat, 'key' | 'now'>,
  { transcript, draft }: Posted,
): TranscriptMessage[] {
  const messages = newestMessages(listOf(transcript).flatMap(toMessage))
  const areSigned = verifySignatures(key, messages, now())
  const stored = messages.map(({ role, content }, n): TranscriptMessage => {
    return areSigned[n] ? { role, content, isProved: true } : { role, content }
  })
  const draftText = cleanMessage(draft, chatLimits.messageCharacters)
  const unsent: TranscriptMessage[] = draftText === '' ? [] : [{ role: 'user', content: draftText, unsent: true }]
  return newestMessages([...stored, ...unsent])
}

function listOf(value: unknown): unknown[] {
  const parsed = typeof value === 'string' ? parseJson(value) : value
  return Array.isArray(parsed) ? parsed : []
}

function toMessage(value: unknown): SignedMessage[] {
  const { role, content, proof, turn, picked }: Record<string, unknown> = Object(value)
  if (role !== 'user' && role !== 'assistant') return []
  const text = cleanMessage(content, role === 'user' ? chatLimits.messageCharacters : chatLimits.characters)
  if (text === '') return []
  return role === 'user'
    ? [{ role, content: text, picked: readPicked(picked) }]
    : [{ role, content: text, proof, turn: readTurn(turn) }]
}

function cleanMessage(value: unknown, maxCharacters: number): string {
  const text = cleanText(textOf(value).slice(0, maxCharacters + 1))
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text
}
