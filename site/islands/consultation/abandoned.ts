import { mapFields } from '../../../platform/fields.ts'
import { type ConsultationValues, consultationFields } from '../../../server/leads/fields.ts'
import type { Message } from '../chat/chat-state.ts'

export const consultationPath = '/api/booking'
/** More than the server stores of a chat, and less than the maximum request size. */
const maxTranscriptCharacters = 60_000

type Abandoned = {
  values: ConsultationValues
  requestId: string
  transcript: readonly Message[]
  consent: string
  draft: string
}

let lastSent: string | undefined

/** Sends what the visitor typed, once until they return. */
export function sendAbandoned({ values, requestId, transcript, consent, draft }: Abandoned): void {
  let messages = sentMessages(transcript)
  const content = {
    // Oversized fields mustn't block the rest; the server truncates them anyway. A character is at most two UTF-16 units.
    ...mapFields(consultationFields, (name, { maxLength }) => values[name].slice(0, 2 * maxLength)),
    draft: draft.slice(0, 2 * consultationFields.requirements.maxLength),
    consent,
    referrer: document.referrer,
    page: location.pathname + location.search,
  }
  const body = () =>
    JSON.stringify({ abandoned: true, requestId, ...(consent && { ...content, transcript: messages }) })
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

/** Allows sending the same content again after the visitor has returned: a beacon can get lost. */
export function allowResend(): void {
  lastSent = undefined
}

/** Withdraws what was sent when the visitor left. */
export function withdrawAbandoned(requestId: string): void {
  sendAbandoned({ values: mapFields(consultationFields, () => ''), requestId, transcript: [], consent: '', draft: '' })
}

type SentMessage = Omit<Message, 'at'>

/** Drops the oldest messages if there are too many to send. */
export function sentMessages(transcript: readonly Message[]): SentMessage[] {
  let messages: SentMessage[] = transcript.map(({ at: _, ...message }) => message)
  while (JSON.stringify(messages).length > maxTranscriptCharacters) messages = newerHalf(messages)
  return messages
}

/** Keeps the newer half, starting at a visitor's message: a reply's signature covers its question. */
function newerHalf<T extends SentMessage>(messages: readonly T[]): T[] {
  const start = messages.findIndex(({ role }, n) => n >= messages.length / 2 && role === 'user')
  return start < 0 ? [] : messages.slice(start)
}
