import { mapFields } from '../../../platform/form.ts'
import { type ConsultationValues, consultationRules } from '../../../server/leads/lead.fields.ts'
import type { ProvableMessage } from '../../../server/leads/talk-proof.ts'
import { type SendResult, sendForm } from '../../ui/form/send-form.ts'

const address = '/api/booking'
/** In characters: more than is kept of a talk, and less than a post may hold. */
const mostSent = 60_000

type Parcel = { values: ConsultationValues; requestId: string; transcript: readonly ProvableMessage[]; consent: string }

/** @param begunAt when the talk began, epoch milliseconds */
export async function sendBooking(
  parcel: Parcel,
  begunAt: number | undefined,
  unreachable: string,
): Promise<SendResult> {
  const fields = { ...fieldsOf(parcel), transcript: JSON.stringify(keptTurns(parcel.transcript)) }
  const startedAt = Math.min(performance.timeOrigin, begunAt ?? Number.POSITIVE_INFINITY)
  return await sendForm(address, fields, { startedAt, unreachable })
}

let lastSent: string | undefined

/** The same is handed over once, until the visitor is back: by the next time it may have been lost. */
export function sendAbandoned(parcel: Parcel, draft: string): void {
  const { requestId, consent } = parcel
  let transcript = keptTurns(parcel.transcript)
  const page = location.pathname + location.search
  // What is far too long must not keep the rest from going: the server cuts it anyway. A character is two units at most.
  const values = mapFields(consultationRules, (field) =>
    parcel.values[field].slice(0, 2 * consultationRules[field].most),
  )
  const fields = fieldsOf({ ...parcel, values })
  const body = () =>
    JSON.stringify({
      abandoned: true,
      requestId,
      ...(consent && { ...fields, draft: draft.slice(0, 2 * consultationRules.requirements.most), transcript, page }),
    })
  const whole = body()
  if (whole === lastSent) return
  lastSent = whole
  // A browser takes 64 KiB at most; the oldest messages stay behind.
  while (!navigator.sendBeacon(address, new Blob([body()], { type: 'application/json' })) && transcript.length > 0)
    transcript = newerHalf(transcript)
}

export function forgetSent(): void {
  lastSent = undefined
}

export function withdrawAbandoned(requestId: string): void {
  sendAbandoned({ values: mapFields(consultationRules, () => ''), requestId, transcript: [], consent: '' }, '')
}

function fieldsOf({ values, requestId, consent }: Parcel) {
  return { ...values, requestId, consent, referrer: document.referrer }
}

function keptTurns(turns: Parcel['transcript']): ProvableMessage[] {
  let kept = turns.map(({ role, content, proof }) => ({ role, content, proof }))
  while (JSON.stringify(kept).length > mostSent) kept = newerHalf(kept)
  return kept
}

/** From a message of the visitor's on: a reply without its question is not proved. */
function newerHalf<T extends ProvableMessage>(turns: readonly T[]): T[] {
  const from = turns.findIndex(({ role }, n) => n >= turns.length / 2 && role === 'user')
  return from < 0 ? [] : turns.slice(from)
}
