import { createHash } from 'node:crypto'
import { z } from 'zod'
import { oneLine } from '../text/clean-text.ts'
import { day } from './files/field-schemas.ts'

/** A range of times like `09:00`, in the studio's time zone. `24:00` is the end of the day. */
export type TimeRange = { from: string; to: string }

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** The times and durations of calls, pauses, and hours are multiples of this. */
const gridMinutes = 5
const timeOnGrid = /^(?:([01]\d|2[0-3]):[0-5][05]|24:00)$/
const maxQuestions = 5

export function wholeNumber(min: number, max: number, step = 1) {
  return z.int(`must be a whole number from ${min} to ${max}`).min(min).max(max).multipleOf(step)
}

const timeRange = z.string().transform((written, context): TimeRange => {
  const [from = '', to = '', ...rest] = written.split(/ ?[-–] ?/)
  const isValid = rest.length === 0 && timeOnGrid.test(from) && timeOnGrid.test(to) && from < to
  if (isValid) return { from, to }
  context.addIssue('must be two times, the earlier one first, like 09:00-12:30 (in 5-minute steps)')
  return z.NEVER
})

const timeRanges = z.array(timeRange.meta({ example: '"09:00-12:30"' })).refine((ranges) => {
  const sorted = ranges.toSorted((a, b) => a.from.localeCompare(b.from))
  return sorted.every(({ from }, i) => from >= (sorted[i - 1]?.to ?? ''))
}, 'must not overlap')

/** Days off, or days with different hours than usual for their weekday. */
export const exceptionSchema = z
  .strictObject({ from: day, to: day.optional(), hours: timeRanges.default([]) })
  .refine(({ from, to = from }) => from <= to, { path: ['to'], error: 'must not be before the first day' })
  .meta({ example: '{ from: 2026-12-24, to: 2027-01-01 }' })

/** Rules that each kind of call can override. */
export function kindSchema(text: z.ZodType<string>) {
  return z.strictObject({
    minutes: z.union([z.int(), text.transform(Number)]).pipe(wholeNumber(10, 240, gridMinutes)),
    pauseMinutes: wholeNumber(0, 240, gridMinutes),
    hours: z.partialRecord(z.enum(weekdays), timeRanges),
    /** The call's title in calendars and emails. */
    event: text,
    where: whereSchema(text),
    questions: z
      .array(questionSchema(text))
      .max(maxQuestions, `must be at most ${maxQuestions}`)
      .refine((all) => new Set(all.map(({ ask }) => ask)).size === all.length, 'must not repeat a question')
      .default([]),
  })
}

/** Where a call takes place. For a `callback`, the owner calls the visitor's number. */
function whereSchema(text: z.ZodType<string>) {
  const place = { name: text, text }
  const link = z.url({ protocol: /^https?$/, error: 'must be a URL, like https://meet.example/room' })
  return z.union(
    [
      z.strictObject({ ...place, link }),
      z.strictObject({ ...place, phone: text }),
      z.strictObject({ ...place, address: text }),
      z.strictObject({ ...place, callback: z.literal(true) }),
    ],
    'must have name, text, and one of link, phone, address, or callback: true',
  )
}

/** Visitors answer a question in one line of text, in multiple lines with `long`, or with one of its `options`. */
function questionSchema(text: z.ZodType<string>) {
  return z
    .strictObject({
      ask: questionText(text),
      long: z.boolean().default(false),
      options: z.array(questionText(text)).min(2).max(20).optional(),
      required: z.boolean().default(false),
    })
    .refine(({ long, options }) => !long || options === undefined, 'must have either long or options')
    .transform((question) => ({ ...question, name: questionName(question.ask) }))
}

/** Cleans text the same way as visitors' input, so an option equals the submitted value. */
function questionText(text: z.ZodType<string>) {
  return text
    .transform((written) => oneLine(written).replaceAll(/ {2,}/g, ' '))
    .refine(({ length }) => length <= 200, 'must have at most 200 characters')
}

/**
 * Names a question's field by a hash of its text. If the owner reorders questions, stored answers still match theirs.
 */
function questionName(ask: string): string {
  return `question-${createHash('sha256').update(ask).digest('hex').slice(0, 8)}`
}
