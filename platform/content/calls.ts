import { createHash } from 'node:crypto'
import { z } from 'zod'
import { oneLine } from '../text/clean-text.ts'
import { isZone } from '../text/zones.ts'
import { contentReader } from './facts/filled-text.ts'
import { hasContent } from './files/content-files.ts'
import { day, fields } from './files/field-schemas.ts'

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
  const sorted = ranges.toSorted((a, b) => a.from.localeCompare(b.from))
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

const unreservedText = 'Press the button to book this time. It isn’t kept until then: whoever confirms first gets it.'

const requestedText =
  'Many calls are being booked right now, so yours needs approval. You’ll get an email once it’s approved.'

const arrangedText = 'As you asked, this time is booked for you. The invitation is attached.'

/** Placeholders that are filled in for each visitor and call. */
const placeholders = { time: '{time}', email: '{email}', hours: '{hours}', zone: '{zone}' }

function pageSchema(text: z.ZodType<string>) {
  return z.strictObject({
    ...fields(text, 'heading text pick zone update earlier later days times night other none'),
    ...fields(text, 'kinds otherKinds yourTime timesIn change myTime'),
    facts: z.array(text).default([]),
    remark: text.optional(),
  })
}

function linksSchema(text: z.ZodType<string>) {
  const message = z.strictObject({ heading: text, text })
  return z.strictObject({
    ...fields(message, 'new moved booked held cancelled past unknown unavailable late expired requested unreserved'),
    ...fields(message.extend({ button: text }), 'confirm'),
    cancel: message.extend(fields(text, 'note button keep')),
    move: z.strictObject(fields(text, 'heading pick current mark new button keep')),
    labels: z.strictObject(fields(text, 'call when where reference')),
    calendar: z.strictObject(fields(text, 'heading google outlook file')),
    ...fields(text, 'change times home'),
  })
}

function emailsSchema(text: z.ZodType<string>) {
  const subject = text.refine(({ length }) => length <= 78, 'must fit in a subject line of 78 characters')
  const email = z.strictObject({ subject, lines: z.array(text).min(1) })
  return z.strictObject({
    ...fields(email, 'booked moved reminder'),
    ...fields(email.extend({ button: text }), 'confirm cancelled'),
    requested: email.prefault({ subject: 'Your call is waiting for approval', lines: [requestedText] }),
    unreserved: email.prefault({ subject: 'Please confirm your call', lines: [unreservedText] }),
    arranged: email.prefault({ subject: 'Your call is booked', lines: [arrangedText] }),
    join: text.prefault('Join call'),
    dial: text.prefault('Call'),
    save: text.prefault('Add to calendar'),
    late: text.prefault('Did something come up? Just reply to this email.'),
    foot: z.array(text),
  })
}

/** The rules that each kind of call can set for itself. */
function kindSchema(text: z.ZodType<string>) {
  return z.strictObject({
    minutes: z.union([z.int(), text.transform(Number)]).pipe(wholeNumber(10, 240, gridMinutes)),
    pauseMinutes: wholeNumber(0, 240, gridMinutes),
    hours: z.partialRecord(z.enum(weekdays), timeRanges),
    /** The title in calendars and emails. */
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

const maxQuestions = 5

/** Visitors answer a question in one line of text, in more with `long`, or with one of its `options`. */
function questionSchema(text: z.ZodType<string>) {
  return z
    .strictObject({
      ask: questionText(text),
      long: z.boolean().default(false),
      options: z.array(questionText(text)).min(2).max(20).optional(),
      required: z.boolean().default(false),
    })
    .refine(({ long, options }) => !long || options === undefined, 'must have either long or options')
    .transform((question) => ({ ...question, name: `question-${hashOf(question.ask)}` }))
}

/** Text cleaned like visitors' input, so an option equals what they submit. */
function questionText(text: z.ZodType<string>) {
  return text
    .transform((written) => oneLine(written).replaceAll(/ {2,}/g, ' '))
    .refine(({ length }) => length <= 200, 'must have at most 200 characters')
}

/** Names a question's field after its text, so answers never move to another question. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

const kindId = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lowercase letters, digits, and hyphens, like intro')
const reservedIds = ['manage', 'confirm']

const readCallsFile = contentReader('calls.yaml', (text) => ({
  zone: z.string().refine(isZone, 'must be the name of a time zone, like Europe/Lisbon (IANA)'),
  noticeHours: wholeNumber(0, 24 * 14),
  horizonDays: wholeNumber(1, 90),
  mostPerDay: wholeNumber(1, 50),
  exceptions: z.array(exception).default([]),
  ...kindSchema(text).shape,
  kinds: z
    .array(
      kindSchema(text)
        .partial()
        .extend({
          id: kindId.refine((id) => !reservedIds.includes(id), `must not be ${reservedIds.join(', ')}`),
          name: text,
          text: text.optional(),
        }),
    )
    .refine((kinds) => new Set(kinds.map(({ id }) => id)).size === kinds.length, 'must have different ids')
    .default([]),
  link: text,
  /** Time zone names to show instead of the browser's. */
  zoneNames: z.record(z.string().refine(isZone, 'must be a time zone, like Europe/Lisbon'), text).default({}),
  page: pageSchema(text),
  form: z.strictObject(fields(text, 'heading text send note unreachable')),
  taken: z.strictObject(fields(text, 'heading text times all')),
  links: linksSchema(text),
  problems: z.strictObject({
    ...fields(text, 'noTime tooLarge tooMany unavailable taken open'),
    changes: text.prefault('You’ve changed this call several times today. Use the link in your last email about it.'),
  }),
  mails: emailsSchema(text),
}))

type CallsFile = ReturnType<typeof readCallsFile>
type KindField = keyof ReturnType<typeof kindSchema>['shape']
type Shared = Pick<CallsFile, 'zone' | 'noticeHours' | 'horizonDays' | 'mostPerDay' | 'exceptions'>
export type CallKind = Shared & Pick<CallsFile, KindField> & { id: string; name: string; text?: string | undefined }
export type Calls = ReturnType<typeof withKinds>
export type Where = CallKind['where']

/**
 * Gives each kind of call the file's rules, unless it has its own. A file without `kinds` has one kind with an empty id and
 * name.
 */
function withKinds(file: CallsFile) {
  const { kinds, minutes, pauseMinutes, hours, event, where, questions, ...shared } = file
  const { zone, noticeHours, horizonDays, mostPerDay, exceptions } = shared
  const toKind = (kind: (typeof kinds)[number]): CallKind => ({
    zone,
    noticeHours,
    horizonDays,
    mostPerDay,
    exceptions,
    id: kind.id,
    name: kind.name,
    text: kind.text,
    minutes: kind.minutes ?? minutes,
    pauseMinutes: kind.pauseMinutes ?? pauseMinutes,
    hours: kind.hours ?? hours,
    event: kind.event ?? event,
    where: kind.where ?? where,
    questions: kind.questions ?? questions,
  })
  const [first = { id: '', name: '' }, ...others] = kinds
  const all: [CallKind, ...CallKind[]] = [toKind(first), ...others.map(toKind)]
  return { ...shared, kinds: all }
}

/** Finds a call's kind by its id, or the first kind if the studio no longer offers it. */
export function kindOf({ kinds }: Pick<Calls, 'kinds'>, id: string | null): CallKind {
  return kinds.find((kind) => kind.id === id) ?? kinds[0]
}

/** A kind's name for the owner: its id once it's no longer offered, or '' if there's only one kind. */
export function kindNameOf({ kinds }: Pick<Calls, 'kinds'>, id: string | null): string {
  return kinds.find((kind) => kind.id === (id ?? ''))?.name ?? id ?? ''
}

/** Whether content/calls.yaml exists, even if it's invalid. */
export function offersCalls(): boolean {
  return hasContent('calls.yaml')
}

export function readCalls(facts: object): Calls | undefined {
  return offersCalls() ? withKinds(readCallsFile({ ...facts, ...placeholders })) : undefined
}
