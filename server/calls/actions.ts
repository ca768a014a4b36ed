import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { change, flag, noSuch, optionalText, Refusal, read, reference, text } from '../../platform/actions.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { dayMs, minuteMs } from '../../platform/text/time-text.ts'
import { type Context, callDeps } from '../context.ts'
import { blockTime, type CallDeps, freeTimes, isInHours, readCalendar, readFreeTimes } from './calendar.ts'
import { clock, dateIn, formatInstant, longDate, longTime, parseLocalTime, weekAround } from './call-time.ts'
import { approveCall, type CallChange, cancelCall, moveCall, whyUnchanged } from './calls.ts'
import { feedLink } from './links.ts'
import { deleteBlock, type ListedCall, listCalls } from './store.ts'

const lang = 'en'
const maxAheadMs = 366 * dayMs
const time = text(40, { description: 'in the studio’s time zone', example: '2026-12-01 14:30' })
const note = optionalText(1_000, { argument: true, words: true, description: 'why; only you see it' })

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
    summary: 'Show a week: calls, blocked times, and free times',
    input: z.object({
      week: z.iso
        .date('must be a day like 2026-12-14')
        .optional()
        .meta({ argument: true, description: 'any day of the week; by default this week' }),
    }),
    run: async (context: Context, { week }) => {
      const deps = depsOf(context)
      const { zone, minutes } = deps.calls
      const day = week === undefined ? dateIn(deps.now(), zone) : Temporal.PlainDate.from(week)
      const { from, starts } = weekAround(day, zone)
      const [start = 0, end = 0] = [starts[0], starts.at(-1)]
      const listed = await listCalls(deps.database.db, start)
      const calendar = await readCalendar(deps.database.db, deps)
      const free = freeTimes(deps.calls, calendar)
      const calls = listed
        .filter(({ state, starts_at }) => state !== 'cancelled' && starts_at < end)
        .map(({ id, state, starts_at, ends_at, name, email, project, note }) => {
          const alsoFree = freeTimes(deps.calls, calendar, id).filter((time) => !free.includes(time))
          return { id, state, starts_at, ends_at, name, email, about: project, note: note ?? '', alsoFree }
        })
      return { zone, minutes, week: from.toString(), starts, calls, free }
    },
    print: ({ calls, zone, ...week }) => [
      {
        rows: calls.map(({ id, starts_at, ends_at, ...call }) => {
          const [start, end] = [starts_at, ends_at].map((time) => minuteIn(formatInstant(time, zone)))
          return { ...call, reference: id, start, end }
        }),
        columns: ['reference', 'start', 'end', 'state', 'name', 'email', 'note'],
      },
      ...dayLines(freeIn(week), zone).map((line) => `Free on ${line}`),
    ],
    json: (week) => ({ ...week, free: freeIn(week) }),
    message: ({ calls, zone, ...week }) => [
      calls.length + freeIn(week).length === 0 && 'There are no calls or free times this week.',
      `The week from ${longDate(week.starts[0] ?? 0, zone, lang)}. Times are in ${zone}.`,
    ],
  }),

  'calls.times': read({
    summary: 'List free times',
    input: z.object({}),
    run: async (context: Context) => {
      const deps = depsOf(context)
      return (await readFreeTimes(deps)).map((time) => formatInstant(time, deps.calls.zone))
    },
    print: (times, context) => dayLines(times.map(Date.parse), depsOf(context).calls.zone),
    message: (times) => times.length === 0 && 'No free times.',
  }),

  'calls.move': change({
    summary: 'Move a call; you and the visitor each get an email',
    confirm: 'The visitor gets an email with the new time.',
    input: z.object({ reference, time }),
    run: async (context: Context, { reference, time }) => {
      const moved = await changeCall(context, async (deps) => {
        const start = momentOf(time, deps)
        if (start <= deps.now()) throw new Refusal('That time has passed. Choose a later one.')
        if (start > deps.now() + maxAheadMs) throw new Refusal('That’s more than a year ahead. Choose an earlier time.')
        return await moveCall(deps, { id: reference, start }, 'owner')
      })
      return { ...moved, isInHours: isInHours(depsOf(context).calls, moved.starts_at) }
    },
    message: (call) => [changeText(call), !call.isInHours && 'That’s outside your hours in content/calls.yaml.'],
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
    summary: 'Block a time, so that nobody can book it',
    confirm: null,
    input: z.object({ from: time, to: time.meta({ example: '2026-12-01 18:00' }), note }),
    run: async (context: Context, { from, to, note }) => {
      const deps = depsOf(context)
      const [start, end] = [momentOf(from, deps), momentOf(to, deps)]
      return await blockTime(deps, { start, end, note: note || null })
    },
    message: ({ id }) => ({
      text: `${id} is blocked.`,
      fix: { label: 'To open it again', command: `calls unblock ${id}` },
    }),
  }),

  'calls.unblock': change({
    summary: 'Open a blocked time again',
    confirm: null,
    input: z.object({ reference: reference.meta({ example: 'BL-7GQ4M2XD' }) }),
    run: async (context: Context, { reference }) => {
      const block = await context.database.write((tx) => deleteBlock(tx, reference))
      if (block === undefined) throw new Refusal(`There is no blocked time ${reference}.`)
      const { zone } = depsOf(context).calls
      const [from, to] = [block.starts_at, block.ends_at].map((time) => minuteIn(formatInstant(time, zone)))
      return { reference, from, to, note: block.note ?? '' }
    },
    message: ({ reference, from, to, note }) => ({
      text: `${reference} is open again.`,
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

function toRecord({ id, starts_at, ends_at, zone, name, email, state, project, note }: ListedCall, ownZone: string) {
  const minutes = (ends_at - starts_at) / minuteMs
  const start = formatInstant(starts_at, ownZone)
  return { reference: id, start, minutes, zone, name, email, state, about: project, note: note ?? '' }
}

/** The desk gets all free times, to move a call; a terminal shows the week's. */
function freeIn({ free, starts }: { free: readonly number[]; starts: readonly number[] }): number[] {
  return free.filter((time) => time >= (starts[0] ?? 0) && time < (starts.at(-1) ?? 0))
}

/** `2026-12-01 14:30`, from an RFC 3339 time. */
function minuteIn(instant: string): string {
  return instant.slice(0, 16).replace('T', ' ')
}

/** One line per day: `Monday, December 7, 2026: 14:30, 15:00`. */
function dayLines(times: readonly number[], zone: string): string[] {
  const byDay = Map.groupBy(times, (time) => longDate(time, zone, lang))
  return [...byDay].map(([day, all]) => `${day}: ${all.map((time) => clock(time, zone, lang)).join(', ')}`)
}

/** @param text in the studio's time zone @throws Refusal unless it's a time in 5-minute steps */
function momentOf(text: string, { calls }: Pick<CallDeps, 'calls'>): number {
  const moment = parseLocalTime(text, calls.zone)
  if (moment === undefined) throw new Refusal(`“${text}” must be a time in 5-minute steps, like 2026-12-01 14:30.`)
  return moment
}

/** @throws Refusal unless the call changes */
async function changeCall(context: Context, makeChange: (deps: CallDeps) => Promise<CallChange>) {
  const deps = depsOf(context)
  const change = await makeChange(deps)
  if (change.outcome !== 'done' || !change.isChanged) throw new Refusal(whyUnchanged[change.outcome])
  const { id, state, starts_at } = change.call
  return { reference: id, state, starts_at, when: longTime(starts_at, deps.calls.zone, lang) }
}

function changeText({ reference, state, when }: Awaited<ReturnType<typeof changeCall>>): string {
  return `${reference} is ${state === 'cancelled' ? 'canceled' : state}: ${when}. Emails are sent while the site is running.`
}
