import { mapFields } from '../../../platform/fields.ts'
import { type ConsultationValues, consultationFields } from '../../../server/leads/fields.ts'
import type { Message } from '../chat/chat-state.ts'

export const consultationPath = '/api/booking'
/** Maximum length of a chat to send: more than the server stores, and less than its request limit. */
const maxTranscriptCharacters = 60_000

type Abandoned = {
  values: ConsultationValues
  requestId: string
  transcript: readonly Message[]
  consent: string
  draft: string
}

let lastSent: string | undefined

/** When the visitor leaves the page, sends all they've typed. Until they return, sends the same content only once. */
export function sendAbandoned({ values, requestId, transcript, consent, draft }: Abandoned): void {
  let messages = sentMessages(transcript)
  const content = {
    // Truncate oversized fields, as the server does, so the rest still fits. A character has at most two UTF-16 units.
    ...mapFields(consultationFields, (name, { maxLength }) => values[name].slice(0, 2 * maxLength)),
    draft: draft.slice(0, 2 * consultationFields.requirements.maxLength),
    consent,
    referrer: document.referrer,
    page: location.pathname + location.search,
  }
  const withdrawal = { abandoned: true, requestId }
  const body = () => JSON.stringify(consent === '' ? withdrawal : { ...withdrawal, ...content, transcript: messages })
  const fullBody = body()
  if (fullBody === lastSent) return
  lastSent = fullBody
  const send = () => navigator.sendBeacon(consultationPath, new Blob([body()], { type: 'application/json' }))
  // Browsers accept at most 64 KiB, so drop the oldest messages until the rest fits.
  while (!send() && messages.length > 0) messages = newerHalf(messages)
}

/** Forgets what was sent once the visitor returns. A beacon can get lost, so the same content must be sent again. */
export function allowResend(): void {
  lastSent = undefined
}

/** Asks the server to delete what was sent when the visitor left. */
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

/** Keeps the newer half, from a visitor's message on. A reply's signature covers the message before it. */
function newerHalf<T extends SentMessage>(messages: readonly T[]): T[] {
  const start = messages.findIndex(({ role }, n) => n >= messages.length / 2 && role === 'user')
  return start < 0 ? [] : messages.slice(start)
}
