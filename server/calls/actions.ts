import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import {
  change,
  emailAddress,
  flag,
  noSuch,
  optionalText,
  Refusal,
  read,
  reference,
  text,
} from '../../platform/actions.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { formatShortTime } from '../../platform/text/time-text.ts'
import { isZone } from '../../platform/text/zones.ts'
import type { Context } from '../context.ts'
import { readLead } from '../leads/store.ts'
import { blockedSpan, blockTime } from './block-time.ts'
import { bookForVisitor } from './book-call.ts'
import { readFreeTimes } from './calendar.ts'
import { type CallContext, callContext } from './call-context.ts'
import { approveCall, type CallChange, cancelCall, moveCall, whyUnchanged } from './change-call.ts'
import { checkTime, requireTime } from './check-time.ts'
import { kindOfCall } from './kinds.ts'
import { feedLink } from './links.ts'
import { deleteBlock, findCall, listCalls } from './store.ts'
import { dateIn, formatInstant, longDate, longTime, parseLocalTime, shortRange } from './times.ts'
import { dayLines, lang, minuteAt, minuteIn, readWeek, toRecord } from './views.ts'

const time = text(40, { description: 'in the studio’s time zone', example: '2026-12-01 14:30' })
const note = optionalText(1_000, { argument: true, freeText: true, description: 'why; only you see it' })
const kind = text(40, { description: 'ID in content/calls.yaml (default: the first)', example: 'intro' })
const anyway = flag('even if your calendar is busy or you blocked the time')

export const callActions = {
  'calls.list': read({
    summary: 'List upcoming calls',
    input: z.object({ all: flag('include past and canceled calls') }),
    run: async (app: Context, { all }) => {
      const { database, now, calls } = requireCalls(app)
      const listed = await listCalls(database.db, all ? 0 : now())
      return listed.filter(({ state }) => all || state !== 'cancelled').map((call) => toRecord(call, calls.zone))
    },
    print: (calls) => [
      {
        rows: calls.map((call) => ({ ...call, start: minuteIn(call.start) })),
        columns: ['reference', 'start', 'state', 'name', 'email'],
      },
    ],
    json: (calls) =>
      calls
        .filter(({ state }) => state !== 'blocked')
        .map(({ about: _, note: __, ...call }) => ({
          ...call,
          state: call.state === 'reserved' || call.state === 'requested' ? 'held' : call.state,
        })),
    message: (calls) => calls.length === 0 && 'No upcoming calls.',
  }),

  'calls.show': read({
    summary: 'Show a call',
    input: z.object({ reference }),
    run: async (app: Context, { reference }) => {
      const { database, calls } = requireCalls(app)
      const all = await listCalls(database.db, 0)
      const call = all.find(({ id }) => id === reference)
      const known = all.map(({ id }) => id)
      if (call === undefined) throw noSuch('call', [reference], known)
      const when = longTime(call.starts_at, calls.zone, lang)
      const until = longTime(call.ends_at, calls.zone, lang)
      const forVisitor = call.state === 'blocked' ? null : longTime(call.starts_at, call.zone, lang)
      return { ...toRecord(call, calls.zone), when, until, forVisitor }
    },
    print: ({ reference, when, until, forVisitor, name, email, state, about, note }) => [
      { reference, when, until, forVisitor, name, email, state, about, note },
    ],
  }),

  'calls.week': read({
    summary: 'Show seven days of calls and free times',
    input: z.object({
      week: z.iso
        .date('must be a day like 2026-12-14')
        .optional()
        .meta({ argument: true, description: 'the first day (default: today)' }),
    }),
    run: async (app: Context, { week }) => {
      const context = requireCalls(app)
      const today = dateIn(context.now(), context.calls.zone)
      return await readWeek(context, week === undefined ? today : Temporal.PlainDate.from(week))
    },
    print: ({ calls, busy, free, zone }) => [
      {
        rows: [
          ...calls.map(({ id, ...call }) => ({ reference: id, ...call })),
          ...busy.map(({ from, to, title }) => ({ state: 'busy', note: title, starts_at: from, ends_at: to })),
        ]
          .toSorted((a, b) => a.starts_at - b.starts_at)
          .map(({ starts_at, ends_at, ...entry }) => {
            return { ...entry, start: minuteAt(starts_at, zone), end: minuteAt(ends_at, zone) }
          }),
        columns: ['reference', 'start', 'end', 'state', 'name', 'email', 'note'],
      },
      ...dayLines(free, zone).map((line) => `Free on ${line}`),
    ],
    message: ({ calls, free, starts, zone }) => [
      calls.length + free.length === 0 && 'There are no calls or free times in these seven days.',
      `Seven days from ${longDate(starts[0] ?? 0, zone, lang)}. Times are in ${zone}.`,
    ],
  }),

  'calls.fits': read({
    summary: 'Check a time for a call and list the free times',
    command: null,
    input: z.object({ time: time.optional(), reference: reference.optional(), kind: kind.optional() }),
    run: async (app: Context, { time, reference, kind: kindId }) => {
      const context = requireCalls(app)
      const moved = reference === undefined ? undefined : await findCall(context.database.db, reference)
      const kind = moved ? kindOfCall(context.calls, moved) : kindNamed(context, kindId)
      const start = parseLocalTime(time ?? '', context.calls.zone)
      const check = start === undefined ? undefined : await checkTime(context, start, { id: reference, kind })
      return { ...check, free: await readFreeTimes(context, kind, reference) }
    },
  }),

  'calls.times': read({
    summary: 'List free times',
    input: z.object({ kind: kind.optional() }),
    run: async (app: Context, { kind }) => {
      const context = requireCalls(app)
      return (await readFreeTimes(context, kindNamed(context, kind))).map((time) =>
        formatInstant(time, context.calls.zone),
      )
    },
    print: (times, app) => dayLines(times.map(Date.parse), requireCalls(app).calls.zone),
    message: (times) => times.length === 0 && 'No free times.',
  }),

  'calls.book': change({
    summary: 'Book a call for someone (emails you both)',
    confirm: 'They get an email with the time and an invitation.',
    input: z.object({
      name: text(100, { example: 'Ada Lovelace' }),
      email: emailAddress,
      time,
      about: optionalText(500, { argument: true, freeText: true, description: 'what it’s about. They see it' }),
      zone: optionalText(64).meta({ description: 'their time zone, like Europe/Lisbon (default: the studio’s)' }),
      kind: kind.optional(),
      phone: optionalText(40).meta({ description: 'the number to call, if you call them' }),
      anyway,
    }),
    run: async (app: Context, { time, zone, anyway, kind: kindId, ...fields }) => {
      const context = requireCalls(app)
      const kind = kindNamed(context, kindId)
      if (zone !== '' && !isZone(zone)) throw new Refusal(`“${zone}” isn’t a time zone, like Europe/Lisbon.`)
      const { start, isInHours } = await requireTime(context, { time, ignoresConflicts: anyway, kind })
      const booked = await bookForVisitor(context, { ...fields, kind, start, zone: zone || context.calls.zone })
      if ('outcome' in booked) throw new Refusal(whyUnchanged[booked.outcome])
      return {
        ...booked,
        name: fields.name,
        starts_at: start,
        when: formatShortTime(start, context.calls.zone),
        isInHours,
      }
    },
    message: ({ name, reference, when, isInHours }) => [
      `${name}’s call is booked: ${when} (${reference}). ${emailsLater}`,
      !isInHours && outsideHours,
    ],
  }),

  'calls.move': change({
    summary: 'Move a call (emails you and the visitor)',
    confirm: 'The visitor gets an email with the new time.',
    input: z.object({ reference, time, anyway }),
    run: async (app: Context, { reference, time, anyway }) => {
      const context = requireCalls(app)
      const { start, isInHours } = await requireTime(context, { time, ignoresConflicts: anyway, reference })
      const change = await moveCall(context, { id: reference, start }, 'owner')
      return { ...(await describeChange(context, change)), isInHours }
    },
    message: ({ name, before, when, isInHours }) => [
      `${name}’s call is moved from ${before} to ${when}. ${emailsLater}`,
      !isInHours && outsideHours,
    ],
  }),

  'calls.cancel': change({
    summary: 'Cancel a call (emails you and the visitor)',
    confirm: 'The visitor gets an email, and the time becomes free.',
    input: z.object({ reference, note }),
    run: async (app: Context, { reference, note }) => {
      const context = requireCalls(app)
      return await describeChange(context, await cancelCall(context, { id: reference, note: note || null }, 'owner'))
    },
    message: changeText,
  }),

  'calls.approve': change({
    summary: 'Approve a call (emails you and the visitor)',
    confirm: 'The visitor gets an email about the booked call.',
    input: z.object({ reference }),
    run: async (app: Context, { reference }) => {
      const context = requireCalls(app)
      return await describeChange(context, await approveCall(context, reference))
    },
    message: changeText,
  }),

  'calls.block': change({
    summary: 'Block a time, a day, or a range of days',
    confirm: null,
    input: z.object({
      from: text(40, { description: 'a day or time', example: '2026-12-24' }),
      to: optionalText(40, { argument: true, description: 'the last day, or the time it ends', example: '2026-12-31' }),
      note,
    }),
    run: async (app: Context, { from, to, note }) => {
      const context = requireCalls(app)
      return await blockTime(context, { ...blockedSpan(from, to, context.calls.zone), note: note || null })
    },
    message: ({ id, when, staying }) => [
      { text: `Blocked: ${when}.`, fix: { label: 'To unblock it', command: `calls unblock ${id}` } },
      staying.map(({ name, reference, when, state }) => `${name || reference}’s call on ${when} stays ${state}.`),
    ],
  }),

  'calls.unblock': change({
    summary: 'Unblock a time',
    confirm: null,
    input: z.object({ reference: reference.meta({ example: 'BL-7GQ4M2XD' }) }),
    run: async (app: Context, { reference }) => {
      const block = await app.database.write((tx) => deleteBlock(tx, reference))
      if (block === undefined) throw new Refusal(`There’s no blocked time ${reference}.`)
      const { zone } = requireCalls(app).calls
      const { starts_at, ends_at, note } = block
      const when = shortRange(starts_at, ends_at, zone)
      return { reference, when, from: minuteAt(starts_at, zone), to: minuteAt(ends_at, zone), note: note ?? '' }
    },
    message: ({ when, from, to, note }) => ({
      text: `Unblocked: ${when}.`,
      fix: { label: 'To block it again', command: `calls block "${from}" "${to}" ${note && `"${note}"`}`.trim() },
    }),
  }),

  'calls.feed': read({
    summary: 'Print a secret URL for your calendar app',
    input: z.object({}),
    run: async (app: Context) => ({ address: feedLink(requireCalls(app)) }),
    print: ({ address }) => [address],
  }),
}

function requireCalls(app: Context): CallContext {
  const context = callContext(app, siteContent())
  if (context === undefined) throw new Refusal('Calls are off. Add content/calls.yaml to turn them on.')
  return context
}

/** @throws Refusal for an unknown kind */
function kindNamed({ calls: { kinds } }: CallContext, id: string | undefined) {
  const kind = kinds.find((each) => id === undefined || each.id === id)
  if (kind) return kind
  const ids = kinds.map((each) => each.id).join(', ')
  throw new Refusal(ids ? `Unknown kind of call: “${id}”. Choose from: ${ids}.` : 'There’s only one kind of call.')
}

const emailsLater = 'Emails are sent while the site is running.'
const outsideHours = 'That’s outside your hours in content/calls.yaml.'

/** Describes a change to a call for the owner. @throws Refusal if the call didn't change */
async function describeChange(context: CallContext, change: CallChange) {
  if (change.outcome !== 'done' || !change.isChanged) throw new Refusal(whyUnchanged[change.outcome])
  const { zone } = context.calls
  const { id, state, starts_at } = change.call
  const lead = await readLead(context.database.db, id)
  return {
    reference: id,
    name: lead?.name || id,
    state,
    starts_at,
    before: formatShortTime(change.before.starts_at, zone),
    when: formatShortTime(starts_at, zone),
  }
}

function changeText({ name, state, when }: Awaited<ReturnType<typeof describeChange>>): string {
  return `${name}’s call on ${when} is ${state === 'cancelled' ? 'canceled' : state}. ${emailsLater}`
}
