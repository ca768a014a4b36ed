import type { App } from '../../server/app.ts'
import { blockTime, readFreeTimes, unblockTime } from '../../server/calls/calendar.ts'
import { clock, longDate, longTime, momentByClock, writtenIn } from '../../server/calls/call-time.ts'
import { type CallChange, cancelCall, moveCall, whyUnchanged } from '../../server/calls/change-call.ts'
import { feedLink } from '../../server/calls/links.ts'
import { type ListedCall, listCalls } from '../../server/calls/store.ts'
import { CommandFailure, example, studioCommand } from '../command.ts'
import { readReference } from '../leads/mark-leads.ts'
import type { StudioCommand } from '../open-desk.ts'
import { sanitize, writeErr, writeFacts, writeJson, writeOut, writeTable } from '../terminal/terminal.ts'

type Deps = NonNullable<App['calls']>

const lang = 'en'

export function addCalls(studio: StudioCommand): void {
  const calls = studio.command('calls').description('list the calls to come')
  withListOptions(calls)
  withListOptions(calls.command('list', { hidden: true }).description('the same as calls alone'))
  calls
    .command('show')
    .description('show one call')
    .argument('<reference>', 'for example KW-7GQ4M2XD', readReference)
    .addHelpText('after', example('calls show KW-7GQ4M2XD'))
    .onCalls(showCall)
  calls
    .command('times')
    .description('print the times that are free')
    .option('--json', 'as JSON')
    .addHelpText('after', example('calls times'))
    .onCalls(writeFreeTimes)
  calls
    .command('move')
    .description('move a call; both of you get an e-mail')
    .argument('<reference>', 'for example KW-7GQ4M2XD', readReference)
    .argument('<time>', 'for example "2026-12-01 14:30"')
    .addHelpText('after', example('calls move KW-7GQ4M2XD "2026-12-01 14:30"'))
    .onCalls(async (deps, reference: string, time: string) => {
      const start = momentAt(time, deps)
      tellChange(await moveCall(deps, { id: reference, start }, 'owner'), reference, deps)
    })
  calls
    .command('cancel')
    .description('cancel a call; both of you get an e-mail')
    .argument('<reference>', 'for example KW-7GQ4M2XD', readReference)
    .argument('[note...]', 'why, for yourself')
    .addHelpText('after', example('calls cancel KW-7GQ4M2XD'))
    .onCalls(async (deps, reference: string, note: string[]) => {
      tellChange(await cancelCall(deps, { id: reference, note: note.join(' ') || null }, 'owner'), reference, deps)
    })
  calls
    .command('block')
    .description('take a time away from everybody')
    .argument('<from>', 'for example "2026-12-01 14:00"')
    .argument('<to>', 'for example "2026-12-01 18:00"')
    .argument('[note...]', 'why, for yourself')
    .addHelpText('after', example('calls block "2026-12-01 14:00" "2026-12-01 18:00" dentist'))
    .onCalls(async (deps, from: string, to: string, note: string[]) => {
      const [start, end] = [momentAt(from, deps), momentAt(to, deps)]
      const result = await blockTime(deps, { start, end, note: note.join(' ') || null })
      if ('why' in result) throw new CommandFailure(result.why)
      writeErr(`${result.id} is blocked. To open it again: ${studioCommand(`calls unblock ${result.id}`)}`)
    })
  calls
    .command('unblock')
    .description('open a blocked time again')
    .argument('<reference>', 'for example BL-7GQ4M2XD', readReference)
    .addHelpText('after', example('calls unblock BL-7GQ4M2XD'))
    .onCalls(async (deps, reference: string) => {
      if (!(await unblockTime(deps, reference)))
        throw new CommandFailure(`There is no blocked time ${sanitize(reference)}.`)
      writeErr(`${reference} is open again.`)
    })
  calls
    .command('feed')
    .description('print the address for your calendar program')
    .addHelpText('after', example('calls feed'))
    .onCalls(async (deps) => writeOut(`${feedLink(deps)}\n`))
}

function withListOptions(command: StudioCommand): void {
  command
    .option('--all', 'those that are over, too')
    .option('--json', 'as JSON')
    .addHelpText('after', example('calls --json'))
    .onCalls(async (deps, { all, json }: { all?: true; json?: true }) => {
      const rows = await listCalls(deps.database.db, all ? 0 : deps.now())
      const listed = rows.filter(({ state }) => all || state !== 'cancelled')
      if (json) return writeJson(listed.filter(({ state }) => state !== 'blocked').map((call) => recordOf(call, deps)))
      if (listed.length === 0) return writeErr('No calls to come.')
      writeTable(
        [{ title: 'Reference', fixed: true }, { title: 'When', fixed: true }, 'State', 'Name', 'E-mail'],
        listed.map((call) => [
          call.id,
          writtenIn(call.starts_at, deps.calls.zone).slice(0, 16).replace('T', ' '),
          call.state,
          call.name || (call.note ?? ''),
          call.email,
        ]),
      )
    })
}

function recordOf({ id, starts_at, ends_at, zone, name, email, state }: ListedCall, { calls }: Deps) {
  const minutes = (ends_at - starts_at) / 60_000
  return { reference: id, start: writtenIn(starts_at, calls.zone), minutes, zone, name, email, state }
}

async function showCall({ database: { db }, calls: { zone } }: Deps, reference: string): Promise<void> {
  const call = (await listCalls(db, 0)).find(({ id }) => id === reference)
  if (call === undefined) throw new CommandFailure(`There is no call ${sanitize(reference)} that is still to come.`)
  writeFacts([
    ['Reference', call.id],
    ['When', longTime(call.starts_at, zone, lang)],
    ['For the visitor', longTime(call.starts_at, call.zone, lang)],
    ['State', call.state],
    ['Name', call.name],
    ['E-mail', call.email],
    ['About', call.project],
    ...(call.note === null ? [] : [['Note', call.note] as const]),
  ])
}

async function writeFreeTimes(deps: Deps, { json }: { json?: true }): Promise<void> {
  const { zone } = deps.calls
  const times = await readFreeTimes(deps)
  if (json) return writeJson(times.map((time) => writtenIn(time, zone)))
  for (const [day, all] of Map.groupBy(times, (time) => longDate(time, zone, lang)))
    writeOut(`${day}: ${all.map((time) => clock(time, zone, lang)).join(', ')}\n`)
  if (times.length === 0) writeErr('No time is free.')
}

function tellChange(result: CallChange, reference: string, deps: Deps): void {
  if (result.outcome !== 'done' || !result.isChanged) throw new CommandFailure(whyUnchanged[result.outcome])
  const { state, starts_at } = result.call
  writeErr(
    `${reference} is ${state}: ${longTime(starts_at, deps.calls.zone, lang)}. The e-mails go out while the site runs.`,
  )
}

/** By the studio's clock. */
function momentAt(written: string, { calls }: Deps): number {
  const moment = momentByClock(written, calls.zone)
  if (moment === undefined)
    throw new CommandFailure(`${sanitize(written)} is no time at full five minutes, like 2026-12-01 14:30.`)
  return moment
}
