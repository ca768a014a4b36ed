import type { LeadRow } from '../../migrations/tables.ts'
import type { BookingWords } from '../../platform/content/chat/agent.ts'
import { checkForm, type FormTexts, fitText, mapFields } from '../../platform/form.ts'
import { type Form, type FormContext, type FormOutcome, type FormPost, textOf } from '../../platform/http/form-route.ts'
import { isRequestId } from '../../platform/http/request-id.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import { acceptLead, chosenKey, countPost, type LeadDeps, type LeadResult } from './accept-lead.ts'
import { visitorMessages } from './chat-message.ts'
import { type ConsultationField, type ConsultationInfo, consultationRules } from './lead.fields.ts'
import { deleteUntold, findRequest, type LeadDraft, type ResolveConflict } from './lead.repository.ts'
import { type KeptMessage, readTranscript, takeTranscript } from './transcript.ts'

export type ConsultationDeps = LeadDeps & {
  words: BookingWords
  extract: (messages: readonly string[]) => ConsultationInfo
  talkKey: string
}

type Post = FormPost<ConsultationField>

export function consultationForm(deps: ConsultationDeps, texts: FormTexts): Form<ConsultationField> {
  return {
    maxBytes: bodyLimits.consultation,
    problems: deps.words.problems,
    check: (fields) =>
      isAbandoned(fields)
        ? { values: mapFields(consultationRules, () => '') }
        : checkForm(consultationRules, fields, texts),
    submit: (post) => submitPost(post, deps),
  }
}

function isAbandoned(fields: Post['fields']): boolean {
  return fields['abandoned'] === true
}

async function submitPost(post: Post, deps: ConsultationDeps): Promise<FormOutcome> {
  const { fields, requestId, context } = post
  const abandoned = isAbandoned(fields)
  const limit = deps.limits[abandoned ? 'abandonedPosts' : 'consultationPosts']
  const limited = await countPost(deps, limit, context.sender)
  if (limited !== undefined) return limited
  const proof = { key: deps.talkKey, now: deps.now() }
  const transcript = takeTranscript(fields['transcript'], fields['draft'], proof)
  // Any words are a yes; which words were agreed to, the content says.
  const isAgreed = textOf(fields['consent']).trim() !== ''
  if (abandoned && !isAgreed) {
    await withdrawAbandoned(deps, requestId)
    return { outcome: 'nothing' }
  }
  const values = abandoned ? knownValues(post, deps.extract(visitorMessages(transcript))) : sentValues(post)
  if (values.email === '') return { outcome: 'nothing' }
  const result = await submitConsultation(deps, { values, transcript, isAgreed, abandoned, requestId }, context)
  return result.outcome === 'stored' ? { ...result, isUnsent: abandoned } : result
}

/** A field left out was not said; an empty one was emptied. */
function sentValues({ fields, values }: Post): ConsultationInput['values'] {
  const said = mapFields(consultationRules, (field) => (fields[field] === undefined ? null : values[field]))
  return { ...said, name: values.name, email: values.email }
}

function knownValues({ fields }: Post, told: ConsultationInfo): ConsultationInput['values'] {
  const known = mapFields(
    consultationRules,
    (field, rule) => fitText(rule, fields[field]) || fitText(rule, told[field]),
  )
  return { ...mapFields(consultationRules, (field) => known[field] || null), name: known.name, email: known.email }
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
  const room = abandoned ? { sender: deps.limits.abandonedOfSender, all: deps.limits.abandonedInAll } : undefined
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

/** Sent words outrank those of a visitor who left; another address under a sent request's key is another person. */
const resolveConflict: ResolveConflict = (known, draft) => {
  if (known.kind !== 'consultation') return 'other'
  const wasSent = known.abandoned === 0
  if (wasSent && draft.abandoned === 1) return 'repeat'
  if (wasSent && known.email_key !== draft.email_key) return 'other'
  const { updated_at, ...next } = merge(known, draft)
  const isChanged = Object.entries(next).some(([column, value]) => Reflect.get(known, column) !== value)
  return isChanged ? { change: { ...next, updated_at } } : 'repeat'
}

/** null (not said) replaces nothing; '' is what a visitor has emptied. */
function merge(known: LeadRow, draft: LeadDraft) {
  const requirements = draft.requirements ?? known.requirements
  const isSameConsent = draft.consent_words === null || draft.consent_words === known.consent_words
  return {
    name: draft.name || known.name,
    email: draft.email,
    email_key: draft.email_key,
    company: draft.company ?? known.company,
    budget: draft.budget ?? known.budget,
    timeline: draft.timeline ?? known.timeline,
    requirements,
    project: requirements === draft.requirements ? draft.project : known.project,
    transcript: newerTalk(known.transcript, draft.transcript),
    abandoned: known.abandoned === 1 && draft.abandoned === 1 ? 1 : 0,
    consent_words: isSameConsent ? known.consent_words : draft.consent_words,
    consent_at: isSameConsent ? known.consent_at : draft.consent_at,
    status: known.status === 'ok' ? draft.status : known.status,
    reasons: known.status === 'ok' ? draft.reasons : known.reasons,
    updated_at: draft.updated_at,
  }
}

/** A talk only grows: the one that the other goes on from arrived late. */
function newerTalk(known: string | null, draft: string | null): string | null {
  if (known === null || draft === null) return draft ?? known
  const [before, next] = [sentWords(known), sentWords(draft)]
  const [last, newest] = [before.at(-1), next.at(-1)]
  const isOvertaken = last !== undefined && !next.includes(last) && (newest === undefined || before.includes(newest))
  return isOvertaken ? known : draft
}

function sentWords(transcript: string): string[] {
  return readTranscript(transcript).flatMap(({ role, content, unsent }) => (unsent ? [] : `${role}: ${content}`))
}
