import { z } from 'zod'
import { filledText } from '../fill-numbers.ts'
import { readContent } from '../read-content.ts'

function bookingSchema(facts: object) {
  const text = filledText(facts)
  return z.strictObject({
    labels: z.strictObject({
      name: text,
      email: text,
      company: text,
      budget: text,
      timeline: text,
      requirements: text,
    }),
    heading: text.describe('Above the fields in the chat'),
    address: text.describe('Where the e-mail draft goes'),
    consent: text.describe(
      'What a visitor agrees to who leaves an address and goes; kept word for word with the request',
    ),
    draft: text.describe('The button that opens an e-mail draft'),
    draftNote: text.describe('Beside it: what it does'),
    subject: text.describe('Subject of the draft'),
    notProvided: text.describe('Stands for a missing name, address or company'),
    notSpecified: text.describe('Stands for a missing budget, timeline or requirements'),
    noRequirements: text.describe('Stands for the project, where nothing is known of it'),
    send: text,
    sendNote: text.describe('Beside it: what it does'),
    sending: text,
    success: text,
    referenceLabel: text,
    unreachable: text,
    problems: z.strictObject({ tooLarge: text, tooMany: text, unavailable: text }),
    page: z.strictObject({ heading: text, text, received: text, back: text }),
  })
}

export type BookingWords = z.infer<ReturnType<typeof bookingSchema>>

/** content/agent/booking.yaml, checked. @throws ContentError */
export function readBookingWords(facts: object): BookingWords {
  return readContent('agent/booking.yaml', bookingSchema(facts))
}
