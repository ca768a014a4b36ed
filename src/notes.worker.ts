import { workerData } from 'node:worker_threads'
import { extractBooking } from './features/booking/extract/extract-booking.ts'
import type { BookingInfo } from './lib/booking-info.ts'
import { chatLimits } from './lib/chat-limits.ts'
import { answerCalls } from './server/calls/answer-calls.ts'

/** What reads strangers' words by rules whose work nobody can promise, in a thread that can be ended when it takes too long. */
export type NoteTaking = {
  /** What a visitor's messages say of a booking, the oldest first. */
  extract: (messages: readonly string[]) => BookingInfo
}

const studioAddress: string = workerData
const notes: NoteTaking = { extract: (messages) => extractBooking(newestOf(messages), studioAddress) }
// Patterns are compiled where they are first used: no visitor's time is to be spent on it.
notes.extract(['I am Ada of Acme, and need an app for 5000 USD by May. How long?'])
answerCalls(notes)

/** As much of a talk as the chat takes too. */
function newestOf(messages: readonly string[]): readonly string[] {
  let left: number = chatLimits.characters
  const from = messages.findLastIndex((message) => {
    left -= message.length
    return left < 0
  })
  return messages.slice(from + 1)
}
