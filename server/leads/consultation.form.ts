import type { ConsultationWords } from '../../platform/content/chat/chat.ts'
import { checkForm, type FormTexts, fitText, mapFields } from '../../platform/fields.ts'
import { type Form, type FormContext, type FormOutcome, type FormPost, textOf } from '../../platform/http/form-route.ts'
import { isRequestId } from '../../platform/http/request-id.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import { acceptLead, chosenKey, countPost, type LeadDeps, type LeadResult } from './accept-lead.ts'
import { visitorMessages } from './chat-message.ts'
import { type ConsultationField, type ConsultationInfo, consultationFields } from './fields.ts'
import { deleteUntold, findByRequestKey } from './lead.repository.ts'
import { type KeptMessage, takeTranscript } from './transcript.ts'

export type ConsultationDeps = LeadDeps & {
  words: ConsultationWords
  extract: (messages: readonly string[]) => ConsultationInfo
  chatKey: string
}

type Post = FormPost<ConsultationField>

export function consultationForm(deps: ConsultationDeps, texts: FormTexts): Form<ConsultationField> {
  return {
    maxBytes: bodyLimits.consultation,
    problems: deps.words.problems,
    check: (fields) =>
      isAbandoned(fields)
        ? { values: mapFields(consultationFields, () => '') }
        : checkForm(consultationFields, fields, texts),
    submit: (post) => submitPost(post, deps),
  }
}

function isAbandoned(fields: Post['fields']): boolean {
  return fields['abandoned'] === true
}

async function submitPost({ fields, values, requestId, context }: Post, deps: ConsultationDeps): Promise<FormOutcome> {
  const abandoned = isAbandoned(fields)
  const limit = deps.limits[abandoned ? 'abandonedPosts' : 'consultationPosts']
  const limited = await countPost(deps, limit, context.sender)
  if (limited !== undefined) return limited
  const proof = { key: deps.chatKey, now: deps.now() }
  const transcript = takeTranscript(fields['transcript'], fields['draft'], proof)
  // Any words are a yes; which words were agreed to, the content says.
  const isAgreed = textOf(fields['consent']).trim() !== ''
  if (abandoned && !isAgreed) {
    await withdrawAbandoned(deps, requestId)
    return { outcome: 'nothing' }
  }
  const said = abandoned ? wordsThatFit(fields, deps.extract(visitorMessages(transcript))) : wordsIn(fields, values)
  const { name, email } = said
  if (!email) return { outcome: 'nothing' }
  const input = { values: { ...said, name: name ?? '', email }, transcript, isAgreed, abandoned, requestId }
  const result = await submitConsultation(deps, input, context)
  return result.outcome === 'stored' ? { ...result, isUnsent: abandoned } : result
}

/** A field left out was not said; an empty one was emptied. */
function wordsIn(fields: Post['fields'], values: Post['values']): ConsultationInfo {
  return mapFields(consultationFields, (name) => (fields[name] === undefined ? null : values[name]))
}

/** Of a visitor who left: what they typed, else what they said in the chat. */
function wordsThatFit(fields: Post['fields'], said: ConsultationInfo): ConsultationInfo {
  return mapFields(
    consultationFields,
    (name, field) => fitText(field, fields[name]) || fitText(field, said[name]) || null,
  )
}

export type ConsultationInput = {
  values: Partial<ConsultationInfo> & { name: string; email: string }
  transcript: readonly KeptMessage[]
  isAgreed: boolean
  abandoned: boolean
  requestId?: string | undefined
}

/** What comes under one key is one lead, changed in place. @throws StorageError */
export async function submitConsultation(
  deps: LeadDeps & Pick<ConsultationDeps, 'words'>,
  { values, transcript, isAgreed, abandoned, requestId }: ConsultationInput,
  context: FormContext,
): Promise<LeadResult> {
  const now = deps.now()
  const consultation = {
    transcript: transcript.length === 0 ? null : JSON.stringify(transcript),
    abandoned: abandoned ? 1 : 0,
    consent_words: isAgreed ? deps.words.consent : null,
    consent_at: isAgreed ? now : null,
    updated_at: now,
  }
  const words = { ...values, project: values.requirements || deps.words.noRequirements }
  return await acceptLead(deps, { kind: 'consultation', words, consultation, requestId, context })
}

/** For a visitor who returns and no longer agrees; what was sent, or told to the owner, stays. */
export async function withdrawAbandoned({ database }: Pick<LeadDeps, 'database'>, requestId: string): Promise<void> {
  if (!isRequestId(requestId)) return
  await database.write(async (tx) => {
    const lead = await findByRequestKey(tx, chosenKey(requestId), database.engine)
    if (lead?.kind === 'consultation' && lead.abandoned === 1) await deleteUntold(tx, lead, database.engine)
  })
}
