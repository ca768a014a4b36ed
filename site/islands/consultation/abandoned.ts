import { mapFields } from '../../../platform/fields.ts'
import type { ProvableMessage } from '../../../server/chat/proof.ts'
import { type ConsultationValues, consultationFields } from '../../../server/leads/fields.ts'

export const action = '/api/booking'
/** In characters: more than is kept of a chat, and less than the limit of a post. */
const maxSent = 60_000

type Abandoned = {
  values: ConsultationValues
  requestId: string
  transcript: readonly ProvableMessage[]
  consent: string
  /** Text in the chat's input. */
  draft: string
}

let lastSent: string | undefined

/** The same is handed over once, until the visitor is back: by the next time it may have been lost. */
export function sendAbandoned({ values, requestId, transcript, consent, draft }: Abandoned): void {
  let kept = sentMessages(transcript)
  // What is far too long must not keep the rest from going: the server cuts it anyway. A character is two units at most.
  const fitting = mapFields(consultationFields, (name, { maxLength }) => values[name].slice(0, 2 * maxLength))
  const page = location.pathname + location.search
  const { referrer } = document
  const body = () => {
    const typed = {
      ...fitting,
      consent,
      referrer,
      draft: draft.slice(0, 2 * consultationFields.requirements.maxLength),
      transcript: kept,
      page,
    }
    return JSON.stringify({ abandoned: true, requestId, ...(consent && typed) })
  }
  const whole = body()
  if (whole === lastSent) return
  lastSent = whole
  // A browser takes 64 KiB at most; the oldest messages stay behind.
  while (!navigator.sendBeacon(action, new Blob([body()], { type: 'application/json' })) && kept.length > 0)
    kept = newerHalf(kept)
}

export function forgetSent(): void {
  lastSent = undefined
}

/** Takes back what was sent when the visitor left. */
export function withdrawAbandoned(requestId: string): void {
  sendAbandoned({ values: mapFields(consultationFields, () => ''), requestId, transcript: [], consent: '', draft: '' })
}

export function sentMessages(transcript: readonly ProvableMessage[]): ProvableMessage[] {
  let kept = transcript.map(({ role, content, proof }) => ({ role, content, proof }))
  while (JSON.stringify(kept).length > maxSent) kept = newerHalf(kept)
  return kept
}

/** From a message of the visitor's on: a reply without its question is not proved. */
function newerHalf<T extends ProvableMessage>(messages: readonly T[]): T[] {
  const from = messages.findIndex(({ role }, n) => n >= messages.length / 2 && role === 'user')
  return from < 0 ? [] : messages.slice(from)
}
