import { z } from 'zod'
import { isZone } from '../text/zones.ts'
import { emailsSchema, linksSchema, pageSchema, problemsSchema } from './call-copy.ts'
import { exceptionSchema, kindSchema, wholeNumber } from './call-rules.ts'
import { contentReader } from './facts/filled-text.ts'
import { hasContent } from './files/content-files.ts'
import { fields } from './files/field-schemas.ts'

/** Placeholders that are filled in for each visitor and call. */
const placeholders = { time: '{time}', email: '{email}', hours: '{hours}', zone: '{zone}' }

/** IDs a kind of call can't have: it would be at /call/<id>, where these are other pages. */
const reservedIds = ['manage', 'confirm']
const kindId = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lowercase letters, digits, and hyphens, like intro')
  .refine((id) => !reservedIds.includes(id), `must not be ${reservedIds.join(', ')}`)

const readCallsFile = contentReader('calls.yaml', (text) => ({
  zone: z.string().refine(isZone, 'must be the name of a time zone, like Europe/Lisbon (IANA)'),
  noticeHours: wholeNumber(0, 24 * 14),
  horizonDays: wholeNumber(1, 90),
  mostPerDay: wholeNumber(1, 50),
  exceptions: z.array(exceptionSchema).default([]),
  ...kindSchema(text).shape,
  kinds: z
    .array(kindSchema(text).partial().extend({ id: kindId, name: text, text: text.optional() }))
    .refine((kinds) => new Set(kinds.map(({ id }) => id)).size === kinds.length, 'must have different ids')
    .default([]),
  link: text,
  /** Time zone names to show instead of the browser's. */
  zoneNames: z.record(z.string().refine(isZone, 'must be a time zone, like Europe/Lisbon'), text).default({}),
  page: pageSchema(text),
  form: z.strictObject(fields(text, 'heading text send note unreachable')),
  taken: z.strictObject(fields(text, 'heading text times all')),
  links: linksSchema(text),
  problems: problemsSchema(text),
  mails: emailsSchema(text),
}))

type CallsFile = ReturnType<typeof readCallsFile>
type KindRule = keyof ReturnType<typeof kindSchema>['shape']
type CommonRules = Pick<CallsFile, 'zone' | 'noticeHours' | 'horizonDays' | 'mostPerDay' | 'exceptions'>
export type CallKind = CommonRules & Pick<CallsFile, KindRule> & { id: string; name: string; text?: string | undefined }
export type Calls = ReturnType<typeof withKinds>
export type Where = CallKind['where']

/** Returns true if content/calls.yaml exists, even if it's invalid. */
export function offersCalls(): boolean {
  return hasContent('calls.yaml')
}

/** @returns undefined if the studio doesn't offer calls @throws ContentError */
export function readCalls(facts: object): Calls | undefined {
  return offersCalls() ? withKinds(readCallsFile({ ...facts, ...placeholders })) : undefined
}

/**
 * Fills in the file's rules where a kind doesn't override them. A file without `kinds` has one kind with an empty id and
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
  const [firstKind = { id: '', name: '' }, ...otherKinds] = kinds
  const allKinds: [CallKind, ...CallKind[]] = [toKind(firstKind), ...otherKinds.map(toKind)]
  return { ...shared, kinds: allKinds }
}

/** Finds a call's kind by its id, or the first kind if the studio no longer offers it. */
export function kindOf({ kinds }: Pick<Calls, 'kinds'>, id: string | null): CallKind {
  return kinds.find((kind) => kind.id === id) ?? kinds[0]
}

/** A kind's name for the owner. Returns the id for a kind that's no longer offered, or '' if there's only one kind. */
export function kindNameOf({ kinds }: Pick<Calls, 'kinds'>, id: string | null): string {
  return kinds.find((kind) => kind.id === (id ?? ''))?.name ?? id ?? ''
}
