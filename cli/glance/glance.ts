import { readOffers } from '../../platform/content/facts/offers.ts'
import { unlessWrong } from '../../platform/content/read-content.ts'
import { isoTime } from '../../platform/text/time-text.ts'
import { type Glance, readGlance } from '../../server/glance.ts'
import { showsSampleProof } from '../../server/setup/sample-content.ts'
import { example, studioCommand } from '../command.ts'
import type { StudioCommand } from '../open-desk.ts'
import type { Cell } from '../terminal/table.ts'
import { writeErr, writeJson, writeTable } from '../terminal/terminal.ts'
import { glanceLines, type Line } from './glance-lines.ts'

export function addGlance(studio: StudioCommand): void {
  studio
    .command('glance')
    .description('what waits and what went wrong, as without a command')
    .option('--json', 'as JSON')
    .addHelpText('after', example('glance --json'))
    .onDesk(async (desk, { json }: { json?: true }) => {
      const glance = await readGlance(desk, unlessWrong(readOffers, writeErr)?.promises.replyWithinHours)
      if (json) return writeJson(glanceRecord(glance))
      writeTable(
        [{ title: 'What', fixed: true }, 'Now', { title: 'Type', fixed: true }],
        glanceLines(glance, showsSampleProof()).map(cellsOf),
      )
      if (process.stdout.isTTY) writeErr(`Type it after “${studioCommand('')}”. In a browser: desk --open`)
    })
}

const marks = { ok: ['green', '·'], note: ['yellow', '●'], wrong: ['red', '▲'] } as const

function cellsOf({ about, state, text, command }: Line): Cell[] {
  if (!process.stdout.isTTY) return [about, state, text, command]
  const [style, mark] = marks[state]
  return [{ text: `${mark} ${about}`, style }, text, { text: command, style: 'cyan' }]
}

export function glanceRecord(glance: Glance) {
  const { at, stoppedAt, mute, replyWithinHours, leads, calls, mails, readers, issues, backup, lowDisk } = glance
  const [day = 0, week = 0] = leads.came
  const [lately, month] = readers.changes
  return {
    at: isoTime(at),
    stoppedSince: isoTime(stoppedAt ?? null),
    muted: mute === undefined ? null : { because: mute.because, since: isoTime(mute.since) },
    requests: {
      waiting: leads.waiting.count,
      late: leads.waiting.late,
      replyWithinHours: replyWithinHours ?? null,
      oldest: leads.waiting.oldest.map(({ created_at, ...lead }) => ({ ...lead, createdAt: isoTime(created_at) })),
      held: leads.held.count,
      heldSince: isoTime(leads.held.since),
      inOneDay: day,
      inSevenDays: week,
      answeredInThirtyDays: leads.answered.count,
      medianSecondsToAnswer: leads.answered.medianMs === null ? null : Math.round(leads.answered.medianMs / 1_000),
    },
    calls: calls.map(({ id, starts_at, name }) => ({ reference: id, startsAt: isoTime(starts_at), name })),
    mails: {
      waiting: mails.waiting.count,
      waitingSince: isoTime(mails.waiting.since),
      later: mails.later,
      failed: mails.failed,
      refused: mails.refused.map(mailRecord),
      deferred: mails.deferred.map(mailRecord),
    },
    readers: { ...readers.states, inSevenDays: lately, inThirtyDays: month },
    issues: issues.map(({ paused_because, created_at, finished_at, ...issue }) => ({
      ...issue,
      pausedBecause: paused_because,
      createdAt: isoTime(created_at),
      finishedAt: isoTime(finished_at),
    })),
    backup: backup === undefined ? null : { ...backup, at: isoTime(backup.at) },
    lowDisk: lowDisk ?? null,
  }
}

function mailRecord({ id, to_address, subject, last_error, created_at }: Glance['mails']['refused'][number]) {
  return { id, to: to_address, subject, answer: last_error, createdAt: isoTime(created_at) }
}
