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
import { shortTime } from '../../platform/text/time-text.ts'
import { isZone } from '../../platform/text/zones.ts'
import { type Context, callDeps } from '../context.ts'
import { readLead } from '../leads/store.ts'
import { type CallDeps, kindOfCall, readFreeTimes } from './calendar.ts'
import { dayLines, lang, minuteAt, minuteIn, toRecord } from './call-record.ts'
import { blockedSpan, dateIn, formatInstant, longDate, longTime, parseLocalTime, shortRange } from './call-time.ts'
import { approveCall, type CallChange, cancelCall, moveCall, whyUnchanged } from './calls.ts'
import { feedLink } from './links.ts'
import { blockTime, bookForVisitor, checkTime, fittingTime } from './owner.ts'
import { deleteBlock, findCall, listCalls } from './store.ts'
import { readWeek } from './week.ts'

const time = text(40, { description: 'in the studio’s time zone', example: '2026-12-01 14:30' })
const note = optionalText(1_000, { argument: true, words: true, description: 'why; only you see it' })
const kind = text(40, { description: 'its id in content/calls.yaml; by default the first', example: 'intro' })
const anyway = flag('even if your calendar is busy then or you blocked the time')

export const callActions = {
  'calls.list': read({
    summary: 'List upcoming calls',
    input: z.object({ all: flag('include past and canceled ones') }),
    run: async (context: Context, { all }) => {
      const { database, now, calls } = depsOf(context)
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
    run: async (context: Context, { reference }) => {
      const { database, calls } = depsOf(context)
      const all = await listCalls(database.db, 0)
      const call = all.find(({ id }) => id === reference)
      const known = all.map(({ id }) => id)
      if (call === undefined) throw noSuch('call', [reference], known)
      const [when, until] = [call.starts_at, call.ends_at].map((time) => longTime(time, calls.zone, lang))
      const isBlock = call.state === 'blocked'
      const forVisitor = isBlock ? null : longTime(call.starts_at, call.zone, lang)
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
        .meta({ argument: true, description: 'the first day; by default today' }),
    }),
    run: async (context: Context, { week }) => {
      const deps = depsOf(context)
      const today = dateIn(deps.now(), deps.calls.zone)
      return await readWeek(deps, week === undefined ? today : Temporal.PlainDate.from(week))
    },
    print: ({ calls, busy, free, zone }) => [
      {
        rows: [
          ...calls.map(({ id, ...call }) => ({ reference: id, ...call })),
          ...busy.map(({ from, to, title }) => ({ state: 'busy', note: title, starts_at: from, ends_at: to })),
        ]
          .toSorted((one, other) => one.starts_at - other.starts_at)
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
    summary: 'Check a time for a call, and list the free times',
    command: null,
    input: z.object({ time: time.optional(), reference: reference.optional(), kind: kind.optional() }),
    run: async (context: Context, { time, reference, kind: kindId }) => {
      const deps = depsOf(context)
      const moved = reference === undefined ? undefined : await findCall(deps.database.db, reference)
      const kind = moved ? kindOfCall(deps.calls, moved) : kindNamed(deps, kindId)
      const start = parseLocalTime(time ?? '', deps.calls.zone)
      const check = start === undefined ? undefined : await checkTime(deps, start, { id: reference, kind })
      return { ...check, free: await readFreeTimes(deps, kind, reference) }
    },
  }),

  'calls.times': read({
    summary: 'List free times',
    input: z.object({ kind: kind.optional() }),
    run: async (context: Context, { kind }) => {
      const deps = depsOf(context)
      return (await readFreeTimes(deps, kindNamed(deps, kind))).map((time) => formatInstant(time, deps.calls.zone))
    },
    print: (times, context) => dayLines(times.map(Date.parse), depsOf(context).calls.zone),
    message: (times) => times.length === 0 && 'No free times.',
  }),

  'calls.book': change({
    summary: 'Book a call for someone; emails you both',
    confirm: 'They get an email with the time and an invitation.',
    input: z.object({
      name: text(100, { example: 'Ada Lovelace' }),
      email: emailAddress,
      time,
      about: optionalText(500, { argument: true, words: true, description: 'what it’s about; they see it' }),
      zone: optionalText(64).meta({ description: 'their time zone, like Europe/Lisbon; by default the studio’s' }),
      kind: kind.optional(),
      phone: optionalText(40).meta({ description: 'the number to call, if that’s how you talk' }),
      anyway,
    }),
    run: async (context: Context, { time, zone, anyway, kind: kindId, ...fields }) => {
      const deps = depsOf(context)
      const kind = kindNamed(deps, kindId)
      if (zone !== '' && !isZone(zone)) throw new Refusal(`“${zone}” isn’t a time zone, like Europe/Lisbon.`)
      const { start, isInHours } = await fittingTime(deps, { time, anyway, kind })
      const booked = await bookForVisitor(deps, { ...fields, kind, start, zone: zone || deps.calls.zone })
      if ('outcome' in booked) throw new Refusal(whyUnchanged[booked.outcome])
      return { ...booked, name: fields.name, starts_at: start, when: shortTime(start, deps.calls.zone), isInHours }
    },
    message: ({ name, reference, when, isInHours }) => [
      `${name}’s call is booked: ${when} (${reference}). ${emailsLater}`,
      !isInHours && outsideHours,
    ],
  }),

  'calls.move': change({
    summary: 'Move a call; you and the visitor each get an email',
    confirm: 'The visitor gets an email with the new time.',
    input: z.object({ reference, time, anyway }),
    run: async (context: Context, { reference, time, anyway }) => {
      const { start, isInHours } = await fittingTime(depsOf(context), { time, anyway, reference })
      return { ...(await changeCall(context, (deps) => moveCall(deps, { id: reference, start }, 'owner'))), isInHours }
    },
    message: ({ name, before, when, isInHours }) => [
      `${name}’s call is moved from ${before} to ${when}. ${emailsLater}`,
      !isInHours && outsideHours,
    ],
  }),

  'calls.cancel': change({
    summary: 'Cancel a call; you and the visitor each get an email',
    confirm: 'The visitor gets an email, and the time becomes free.',
    input: z.object({ reference, note }),
    run: async (context: Context, { reference, note }) =>
      await changeCall(context, (deps) => cancelCall(deps, { id: reference, note: note || null }, 'owner')),
    message: changeText,
  }),

  'calls.approve': change({
    summary: 'Book a call that waits for your approval. You and the visitor each get an email',
    confirm: 'The visitor gets an email about the booked call.',
    input: z.object({ reference }),
    run: async (context: Context, { reference }) => await changeCall(context, (deps) => approveCall(deps, reference)),
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
    run: async (context: Context, { from, to, note }) => {
      const deps = depsOf(context)
      return await blockTime(deps, { ...blockedSpan(from, to, deps.calls.zone), note: note || null })
    },
    message: ({ id, when, staying }) => [
      { text: `Blocked: ${when}.`, fix: { label: 'To unblock it', command: `calls unblock ${id}` } },
      staying.map(({ name, reference, when, state }) => `${name || reference}’s call on ${when} stays ${state}.`),
    ],
  }),

  'calls.unblock': change({
    summary: 'Open a blocked time again',
    confirm: null,
    input: z.object({ reference: reference.meta({ example: 'BL-7GQ4M2XD' }) }),
    run: async (context: Context, { reference }) => {
      const block = await context.database.write((tx) => deleteBlock(tx, reference))
      if (block === undefined) throw new Refusal(`There is no blocked time ${reference}.`)
      const { zone } = depsOf(context).calls
      const { starts_at, ends_at, note } = block
      const [from, to] = [minuteAt(starts_at, zone), minuteAt(ends_at, zone)]
      return { reference, when: shortRange(starts_at, ends_at, zone), from, to, note: note ?? '' }
    },
    message: ({ when, from, to, note }) => ({
      text: `Open again: ${when}.`,
      fix: { label: 'To block it again', command: `calls block "${from}" "${to}" ${note && `"${note}"`}`.trim() },
    }),
  }),

  'calls.feed': read({
    summary: 'Print the secret address for your calendar app',
    input: z.object({}),
    run: async (context: Context) => ({ address: feedLink(depsOf(context)) }),
    print: ({ address }) => [address],
  }),
}

function depsOf(context: Context) {
  const deps = callDeps(context, siteContent())
  if (deps === undefined) throw new Refusal('The site offers no calls. Add content/calls.yaml to offer them.')
  return deps
}

/** @throws Refusal for an unknown kind */
function kindNamed({ calls: { kinds } }: CallDeps, id: string | undefined) {
  const kind = kinds.find((each) => id === undefined || each.id === id)
  if (kind) return kind
  const ids = kinds.map((each) => each.id).join(', ')
  throw new Refusal(ids ? `“${id}” isn’t a kind of call. There are: ${ids}.` : 'There’s only one kind of call.')
}

const emailsLater = 'Emails are sent while the site is running.'
const outsideHours = 'That’s outside your hours in content/calls.yaml.'

/** @throws Refusal unless the call changes */
async function changeCall(context: Context, makeChange: (deps: CallDeps) => Promise<CallChange>) {
  const deps = depsOf(context)
  const change = await makeChange(deps)
  if (change.outcome !== 'done' || !change.isChanged) throw new Refusal(whyUnchanged[change.outcome])
  const { call, before } = change
  const [was, when] = [before, call].map(({ starts_at }) => shortTime(starts_at, deps.calls.zone))
  const lead = await readLead(deps.database.db, call.id)
  const name = lead?.name || call.id
  return { reference: call.id, name, state: call.state, starts_at: call.starts_at, before: was, when }
}

function changeText({ name, state, when }: Awaited<ReturnType<typeof changeCall>>): string {
  return `${name}’s call on ${when} is ${state === 'cancelled' ? 'canceled' : state}. ${emailsLater}`
}
