import { mapFields } from '../../../platform/fields.ts'
import type { ProvableMessage } from '../../../server/chat/proof.ts'
import { type ConsultationValues, consultationFields } from '../../../server/leads/fields.ts'

export const consultationPath = '/api/booking'
/** More than the server stores of a chat, and less than a post may hold. */
const maxTranscriptCharacters = 60_000

type Abandoned = {
  values: ConsultationValues
  requestId: string
  transcript: readonly ProvableMessage[]
  consent: string
  /** The text in the chat's input. */
  draft: string
}

let lastSent: string | undefined

/** Sends what the visitor typed, once until they return: by then the stored copy may be gone. */
export function sendAbandoned({ values, requestId, transcript, consent, draft }: Abandoned): void {
  let messages = sentMessages(transcript)
  // Oversized fields mustn't block the rest; the server truncates them anyway. A character is at most two UTF-16 units.
  const truncated = mapFields(consultationFields, (name, { maxLength }) => values[name].slice(0, 2 * maxLength))
  const page = location.pathname + location.search
  const { referrer } = document
  const body = () => {
    const content = {
      ...truncated,
      consent,
      referrer,
      draft: draft.slice(0, 2 * consultationFields.requirements.maxLength),
      transcript: messages,
      page,
    }
    return JSON.stringify({ abandoned: true, requestId, ...(consent && content) })
  }
  const fullBody = body()
  if (fullBody === lastSent) return
  lastSent = fullBody
  // Browsers accept at most 64 KiB, so the oldest messages are dropped.
  while (
    !navigator.sendBeacon(consultationPath, new Blob([body()], { type: 'application/json' })) &&
    messages.length > 0
  )
    messages = newerHalf(messages)
}

/** Called when the visitor is back. */
export function allowResend(): void {
  lastSent = undefined
}

/** Withdraws what was sent when the visitor left. */
export function withdrawAbandoned(requestId: string): void {
  sendAbandoned({ values: mapFields(consultationFields, () => ''), requestId, transcript: [], consent: '', draft: '' })
}

/** The messages to send, without the oldest if they're too long. */
export function sentMessages(transcript: readonly ProvableMessage[]): ProvableMessage[] {
  let messages = transcript.map(({ role, content, proof }) => ({ role, content, proof }))
  while (JSON.stringify(messages).length > maxTranscriptCharacters) messages = newerHalf(messages)
  return messages
}

/** Keeps the newer half, starting at a visitor's message: a reply can't be proved without its question. */
function newerHalf<T extends ProvableMessage>(messages: readonly T[]): T[] {
  const start = messages.findIndex(({ role }, n) => n >= messages.length / 2 && role === 'user')
  return start < 0 ? [] : messages.slice(start)
}
