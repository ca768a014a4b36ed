import { z } from 'zod'
import { isZone } from '../text/zones.ts'
import { wordsIn } from './facts/fill-facts.ts'
import { day, fields, hasContent, labels } from './read-content.ts'

/** Hours of a day in the studio's zone. `24:00` is the midnight at its end. */
export type TimeRange = { from: string; to: string }

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const gridMinutes = 5

const clock = /^(?:([01]\d|2[0-3]):[0-5][05]|24:00)$/

const timeRange = z.string().transform((written, context): TimeRange => {
  const [from = '', to = '', ...rest] = written.split(/ ?[-–] ?/)
  if (rest.length === 0 && clock.test(from) && clock.test(to) && from < to) return { from, to }
  context.addIssue('must be two times, the earlier one first, like 09:00-12:30 (in 5-minute steps)')
  return z.NEVER
})

const timeRanges = z
  .array(timeRange, { error: 'must be a list, like ["09:00-12:30", "14:00-17:00"]' })
  .superRefine((all, context) => {
    const inOrder = all.toSorted((one, other) => one.from.localeCompare(other.from))
    if (inOrder.some(({ from }, i) => i > 0 && from < (inOrder[i - 1]?.to ?? ''))) context.addIssue('must not overlap')
  })

/** Days off, or days with hours that replace the weekday's. */
const exception = z
  .strictObject({ from: day, to: day.optional(), hours: timeRanges.default([]) })
  .refine(({ from, to = from }) => from <= to, { path: ['to'], message: 'must not be before the first day' })

function wholeNumber(from: number, to: number, step = 1) {
  return z.int(`must be a whole number from ${from} to ${to}`).min(from).max(to).multipleOf(step)
}

/** Fields added later have a default, so that the owner's older texts still work. */
const unreservedText =
  'Press the button in it to book this time. It isn’t kept until then: whoever confirms first gets it.'

function linksSchema(text: z.ZodType<string>) {
  const answer = z.strictObject({ heading: text, text })
  return z.strictObject({
    ...fields(answer, 'new booked held cancelled past unknown unavailable late expired'),
    ...fields(answer.extend({ button: text }), 'confirm cancel'),
    ...fields(text, 'move cancelLink moveHere file again back'),
    unreserved: answer.prefault({ heading: 'One more step', text: `We’ve sent you an e-mail. ${unreservedText}` }),
  })
}

function emailsSchema(text: z.ZodType<string>) {
  const subject = text.refine(({ length }) => length <= 78, 'must fit in a subject line of 78 characters')
  const email = z.strictObject({ subject, lines: z.array(text).min(1) })
  return z.strictObject({
    labels: z.strictObject(fields(text, 'when studioTime how reference')),
    ...fields(email, 'booked moved reminder'),
    ...fields(email.extend({ button: text }), 'confirm cancelled'),
    unreserved: email.prefault({ subject: 'Please confirm your call', lines: [unreservedText.replace(' in it', '')] }),
    manage: text,
    foot: z.array(text),
  })
}

const readWords = wordsIn('calls.yaml', (text) => ({
  zone: z.string().refine(isZone, 'must be the name of a time zone, like Europe/Lisbon (IANA)'),
  minutes: z.union([z.int(), text.transform(Number)]).pipe(wholeNumber(10, 240, gridMinutes)),
  pauseMinutes: wholeNumber(0, 240, gridMinutes),
  noticeHours: wholeNumber(0, 24 * 14),
  horizonDays: wholeNumber(1, 90),
  mostPerDay: wholeNumber(1, 50),
  hours: z.partialRecord(z.enum(weekdays), timeRanges),
  exceptions: z.array(exception).default([]),
  ...fields(text, 'how event link'),
  page: z.strictObject({
    ...fields(text, 'heading text shownIn zone showZone otherZone studioTime inSmall earlier later'),
    ...fields(text, 'none noneOnDay choose otherTimes chosen near'),
  }),
  form: z.strictObject({
    labels: labels(text, 'name email about'),
    ...fields(text, 'send success referenceLabel unreachable'),
  }),
  links: linksSchema(text),
  problems: z.strictObject({
    ...fields(text, 'noTime tooLarge tooMany unavailable taken open'),
    changes: text.prefault('This call has been changed too often today. Use the link in your last e-mail about it'),
  }),
  mails: emailsSchema(text),
}))

export type Calls = ReturnType<typeof readWords>

/** Whether there is a content/calls.yaml, even if it has mistakes. */
export function offersCalls(): boolean {
  return hasContent('calls.yaml')
}

export function readCalls(facts: object): Calls | undefined {
  return offersCalls() ? readWords(facts) : undefined
}
