import { z } from 'zod'
import { isZone } from '../text/zones.ts'
import { contentReader } from './facts/fill-facts.ts'
import { day, fields, hasContent } from './read-content.ts'

/** Times of a day in the studio's zone, like `09:00`. `24:00` is the end of the day. */
export type TimeRange = { from: string; to: string }

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const gridMinutes = 5
const timeOnGrid = /^(?:([01]\d|2[0-3]):[0-5][05]|24:00)$/

const timeRange = z.string().transform((written, context): TimeRange => {
  const [from = '', to = '', ...rest] = written.split(/ ?[-–] ?/)
  const isValid = rest.length === 0 && timeOnGrid.test(from) && timeOnGrid.test(to) && from < to
  if (isValid) return { from, to }
  context.addIssue('must be two times, the earlier one first, like 09:00-12:30 (in 5-minute steps)')
  return z.NEVER
})

const timeRanges = z.array(timeRange.meta({ example: '"09:00-12:30"' })).refine((ranges) => {
  const sorted = ranges.toSorted((one, other) => one.from.localeCompare(other.from))
  return sorted.every(({ from }, i) => from >= (sorted[i - 1]?.to ?? ''))
}, 'must not overlap')

/** A day off, or a day with hours other than its weekday's. */
const exception = z
  .strictObject({ from: day, to: day.optional(), hours: timeRanges.default([]) })
  .refine(({ from, to = from }) => from <= to, { path: ['to'], error: 'must not be before the first day' })
  .meta({ example: '{ from: 2026-12-24, to: 2027-01-01 }' })

function wholeNumber(min: number, max: number, step = 1) {
  return z.int(`must be a whole number from ${min} to ${max}`).min(min).max(max).multipleOf(step)
}

/** The default of a field that was added later, so that the owner's older texts still work. */
const unreservedText =
  'Press the button in it to book this time. It isn’t kept until then: whoever confirms first gets it.'

const requestedText =
  'Many calls are being booked right now, so yours needs approval. You’ll get an email once it’s approved.'

const arrangedText = 'As you asked, this time is booked for you. The invitation is attached.'

function linksSchema(text: z.ZodType<string>) {
  const message = z.strictObject({ heading: text, text })
  return z.strictObject({
    ...fields(message, 'new booked held cancelled past unknown unavailable late expired'),
    ...fields(message.extend({ button: text }), 'confirm cancel'),
    ...fields(text, 'move cancelLink moveHere file again back'),
    requested: message.prefault({ heading: 'Your call is waiting for approval', text: requestedText }),
    unreserved: message.prefault({ heading: 'One more step', text: `Check your email. ${unreservedText}` }),
  })
}

function emailsSchema(text: z.ZodType<string>) {
  const subject = text.refine(({ length }) => length <= 78, 'must fit in a subject line of 78 characters')
  const email = z.strictObject({ subject, lines: z.array(text).min(1) })
  return z.strictObject({
    labels: z.strictObject(fields(text, 'when studioTime how reference')),
    ...fields(email, 'booked moved reminder'),
    ...fields(email.extend({ button: text }), 'confirm cancelled'),
    requested: email.prefault({ subject: 'Your call is waiting for approval', lines: [requestedText] }),
    unreserved: email.prefault({ subject: 'Please confirm your call', lines: [unreservedText.replace(' in it', '')] }),
    arranged: email.prefault({ subject: 'Your call is booked', lines: [arrangedText] }),
    manage: text,
    foot: z.array(text),
  })
}

const readCallsFile = contentReader('calls.yaml', (text) => ({
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
  form: z.strictObject(fields(text, 'send success referenceLabel unreachable')),
  links: linksSchema(text),
  problems: z.strictObject({
    ...fields(text, 'noTime tooLarge tooMany unavailable taken open'),
    changes: text.prefault('This call has been changed too often today. Use the link in your last email about it'),
  }),
  mails: emailsSchema(text),
}))

export type Calls = ReturnType<typeof readCallsFile>

/** Whether content/calls.yaml exists, even if it has mistakes. */
export function offersCalls(): boolean {
  return hasContent('calls.yaml')
}

export function readCalls(facts: object): Calls | undefined {
  return offersCalls() ? readCallsFile(facts) : undefined
}
