import { siteContent } from '../../platform/content/site-content.ts'
import { fitText, mapFields } from '../../platform/fields.ts'
import { type FormAnswer, type FormContext, formErrors, formSaved, readForm, textOf } from '../../platform/http/form.ts'
import type { Http } from '../../platform/http/request-context.ts'
import { isRequestId } from '../../platform/ids.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import type { Context } from '../context.ts'
import { acceptLead, formKey, type LeadResult } from '../leads/accept-lead.ts'
import { type ConsultationInfo, type ConsultationValues, consultationFields } from '../leads/fields.ts'
import { notifyOfLead } from '../leads/notify.ts'
import { contactData } from '../leads/routes.ts'
import { deleteUnreported, findByRequestKey } from '../leads/store.ts'
import type { TranscriptMessage } from '../leads/transcript.ts'
import type { SiteChat } from './chat.ts'
import type { Details } from './details/extract.ts'
import { type Posted, readPostedTranscript } from './posted-transcript.ts'
import { exchangesOf } from './state.ts'

/** POST /api/booking, sent by a visitor or by a page that's closing. Without JavaScript, shows the contact page. */
export async function postConsultation(c: Http): Promise<Response> {
  const { app } = c.var
  const { words, chat } = siteContent()
  const { problems } = chat.consultation
  const limit = app.limits.consultationPosts
  const maxBytes = bodyLimits.consultation
  const data = async (shown: FormAnswer) => ({ form: asContact(shown), ...(await contactData(c)) })
  const form = await readForm(c, {
    fields: consultationFields,
    messages: words.form,
    limit,
    maxBytes,
    problems,
    page: '/contact',
    data,
  })
  const { posted, values, requestId, context, answerAs } = form
  const isAbandoned = posted['abandoned'] === true
  if (form.errors && !isAbandoned) return await formErrors(c, form)
  const transcript = readPostedTranscript(app.chat, posted)
  // Any value means yes. The consent text is in the content.
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

/** Renames the fields to the contact form's, where `requirements` is called `project`. */
function asContact({ values, errors }: FormAnswer): FormAnswer {
  const { requirements = '', ...fields } = errors.fields
  return {
    ...(values && { values: { ...values, project: values['requirements'] ?? '' } }),
    errors: { ...errors, fields: { ...fields, ...(requirements && { project: requirements }) } },
  }
}

/** The submitted details. A missing field is null, and a cleared field is ''. */
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

/** The details of a visitor who left. The form's fields take precedence over details from the chat. */
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

/** Deletes an abandoned lead if its visitor returns and withdraws consent, unless the owner has already heard of it. */
export async function withdrawAbandoned({ database }: Context, requestId: string): Promise<void> {
  if (!isRequestId(requestId)) return
  await database.write(async (tx) => {
    const lead = await findByRequestKey(tx, formKey(requestId))
    if (lead?.kind === 'consultation' && lead.abandoned === 1) await deleteUnreported(tx, lead)
  })
}
