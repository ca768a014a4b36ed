import type { BookingWords } from '../../content/agent/booking.ts'
import { checkForm, fitText, mapFields } from '../../lib/form.ts'
import { isRequestId } from '../../lib/net/request-id.ts'
import { type Form, type FormContext, type FormOutcome, type FormPost, textOf } from '../../server/http/form-route.ts'
import type { Limited } from '../../server/limits/limits.ts'
import { limits } from '../limits.ts'
import { acceptLead, chosenKey, countPost, type LeadDeps, type LeadResult } from './accept-lead.ts'
import { visitorMessages } from './chat-message.ts'
import { resolveConflict } from './consultation-conflict.ts'
import { type ConsultationField, type ConsultationInfo, consultationRules } from './lead.fields.ts'
import { deleteUntold, findRequest } from './lead.repository.ts'
import { type KeptMessage, takeTranscript } from './transcript.ts'

export type ConsultationDeps = LeadDeps & {
  words: BookingWords
  extract: (messages: readonly string[]) => ConsultationInfo
  talkKey: string
}

type Post = FormPost<ConsultationField>

export function consultationForm(deps: ConsultationDeps): Form<ConsultationField> {
  return {
    maxBytes: 256 * 1024,
    problems: deps.words.problems,
    check: (fields) =>
      isAbandoned(fields) ? { values: mapFields(consultationRules, () => '') } : checkForm(consultationRules, fields),
    submit: (post) => (isAbandoned(post.fields) ? submitAbandoned(post, deps) : submitSent(post, deps)),
  }
}

function isAbandoned(fields: Post['fields']): boolean {
  return fields['abandoned'] === true
}

async function submitSent(post: Post, deps: ConsultationDeps): Promise<FormOutcome> {
  const limited = await countConsultation(deps, false, post.context.sender)
  if (limited !== undefined) return limited
  const { fields, values } = post
  // A field left out was not said; an empty one was emptied.
  const said = mapFields(consultationRules, (field) => (fields[field] === undefined ? null : values[field]))
  const told = { ...said, name: values.name, email: values.email }
  return await submitConsultation(deps, { ...whatCameAlong(post, deps), values: told, abandoned: false }, post.context)
}

async function submitAbandoned(post: Post, deps: ConsultationDeps): Promise<FormOutcome> {
  const limited = await countConsultation(deps, true, post.context.sender)
  if (limited !== undefined) return limited
  const came = whatCameAlong(post, deps)
  if (!came.isAgreed) {
    await withdrawAbandoned(deps, post.requestId)
    return { outcome: 'nothing' }
  }
  const told = deps.extract(visitorMessages(came.transcript))
  const known = mapFields(
    consultationRules,
    (field, rule) => fitText(rule, post.fields[field]) || fitText(rule, told[field]),
  )
  const { name, email } = known
  if (email === '') return { outcome: 'nothing' }
  const values = { ...mapFields(consultationRules, (field) => known[field] || null), name, email }
  return await submitConsultation(deps, { ...came, values, abandoned: true }, post.context)
}

function whatCameAlong({ fields, requestId }: Post, { talkKey, now }: ConsultationDeps) {
  return {
    transcript: takeTranscript(fields['transcript'], fields['draft'], { key: talkKey, now: now() }),
    // Any words are a yes; which words were agreed to, the content says.
    isAgreed: textOf(fields['consent']).trim() !== '',
    requestId,
  }
}

async function countConsultation(deps: LeadDeps, abandoned: boolean, sender: string): Promise<Limited | undefined> {
  return await countPost(deps, abandoned ? limits.abandonedPosts : limits.consultationPosts, sender)
}

export type ConsultationInput = {
  values: Omit<ConsultationInfo, 'name' | 'email'> & { name: string; email: string }
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
  const { name, email, company, budget, timeline, requirements } = values
  const now = deps.now()
  const consultation = {
    company,
    budget,
    timeline,
    requirements,
    transcript: transcript.length === 0 ? null : JSON.stringify(transcript),
    abandoned: abandoned ? 1 : 0,
    consent_words: isAgreed ? deps.words.consent : null,
    consent_at: isAgreed ? now : null,
    updated_at: now,
  }
  const words = { name, email, project: requirements || deps.words.noRequirements }
  const room = abandoned ? { sender: limits.abandonedOfSender, all: limits.abandonedInAll } : undefined
  return await acceptLead(
    deps,
    { words, consultation, requestId, context },
    { kind: 'consultation', room, resolveConflict },
  )
}

/** For a visitor who returns and no longer agrees; what was sent, or told to the owner, stays. */
export async function withdrawAbandoned({ database }: Pick<LeadDeps, 'database'>, requestId: string): Promise<void> {
  if (!isRequestId(requestId)) return
  await database.write(async (tx) => {
    const lead = await findRequest(tx, chosenKey(requestId), database.engine)
    if (lead?.kind === 'consultation' && lead.abandoned === 1) await deleteUntold(tx, lead, database.engine)
  })
}
