import { basename } from 'node:path'
import { counted } from '../counted.ts'
import { since } from '../since.ts'
import { issueLines } from './issue-lines.ts'
import type { Glance } from './read-glance.ts'

/** `wrong` wants the owner today, `note` when there is time. */
export type Line = {
  about: 'Muted' | 'Requests' | 'Mail' | 'Readers' | 'Issue' | 'Backup' | 'Disk'
  state: 'ok' | 'note' | 'wrong'
  /** May hold a stranger's words: to be shown through `harmless`. */
  text: string
  /** What does something about it, without what every command begins with. */
  command?: string
  /** Belongs to the line above it. */
  isDetail?: true
  /** A line of its own below the text, where there are colours and room. */
  bar?: { count: number; style: 'green' | 'red' | 'yellow' | 'dim' }[]
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** A site that runs sends what is due at once. */
const idleMs = 2 * minuteMs
/** Nightly ones are a day apart. */
const oldBackupMs = 2 * dayMs

export function glanceLines(glance: Glance): Line[] {
  return [
    ...muteLines(glance),
    ...requestLines(glance),
    ...mailLines(glance),
    ...readerLines(glance),
    ...issueLines(glance),
    backupLine(glance),
    ...diskLines(glance),
  ]
}

function muteLines({ mute, at }: Glance): Line[] {
  if (mute === undefined) return []
  const text = `no mail goes out since ${since(mute.since, at)}: ${mute.because}`
  return [{ about: 'Muted', state: 'wrong', text, command: 'mail unmute' }]
}

function requestLines({ leads, replyWithinHours, at }: Glance): Line[] {
  const { waiting, held, came, answered } = leads
  const about = 'Requests'
  const late = waiting.late === 0 ? '' : `, ${waiting.late.toLocaleString('en')} longer than ${replyWithinHours} h`
  const first: Line =
    waiting.count === 0
      ? { about, state: 'ok', text: 'none waits for an answer', command: 'leads' }
      : {
          about,
          state: waiting.late > 0 ? 'wrong' : 'note',
          text: `${counted(waiting.count, 'waits', 'wait')} for an answer${late}`,
          command: 'leads --status new',
        }
  const lines: Line[] = [first]
  for (const [index, { reference, name, email, company, created_at }] of waiting.oldest.entries()) {
    const who = [name || email, company].filter(Boolean).join(', ')
    lines.push({
      about,
      state: index < waiting.late ? 'wrong' : 'note',
      text: `${since(created_at, at).padEnd(6)}  ${reference}  ${who}`,
      command: `leads show ${reference}`,
      isDetail: true,
    })
  }
  const [day = 0, week = 0] = came
  const speed = answered.medianMs === null ? '' : `; answered after ${since(0, answered.medianMs)} (median)`
  lines.push({
    about,
    state: 'ok',
    text: `${day.toLocaleString('en')} came in 24 h, ${week.toLocaleString('en')} in 7 days${speed}`,
  })
  if (held.count > 0) {
    const text = `${counted(held.count, 'is held', 'are held')} since ${since(held.since ?? at, at)}: from robots, or not?`
    lines.push({ about, state: 'note', text, command: 'leads --status held' })
  }
  return lines
}

function mailLines({ mails, mute, at }: Glance): Line[] {
  const about = 'Mail'
  const lines: Line[] = []
  const { waiting, untouchedSince, later, failed, refused } = mails
  if (waiting.count > 0) {
    const isIdle = mute === undefined && untouchedSince !== null && untouchedSince < at - idleMs
    lines.push({
      about,
      state: isIdle ? 'wrong' : 'note',
      text: `${counted(waiting.count, 'waits', 'wait')} since ${since(waiting.since ?? at, at)}${isIdle ? ': is the site running?' : ''}`,
      command: 'mail --state waiting',
    })
  }
  if (failed > 0) {
    lines.push({
      about,
      state: 'wrong',
      text: `${counted(failed, 'was', 'were')} given up`,
      command: 'mail retry --failed',
    })
  }
  for (const { id, to_address, last_error, created_at } of refused) {
    lines.push({
      about,
      state: 'wrong',
      text: `${since(created_at, at).padEnd(6)}  ${to_address}: ${last_error ?? ''}`,
      command: `mail show ${id.slice(0, 8)}`,
      isDetail: true,
    })
  }
  if (lines.length === 0)
    lines.push({ about, state: 'ok', text: 'nothing waits, nothing was refused', command: 'mail' })
  if (later > 0) {
    lines.push({
      about,
      state: 'ok',
      text: `${later} wait some minutes: for a visitor who may come back, or for more requests`,
    })
  }
  return lines
}

function readerLines({ readers: { states, changes } }: Glance): Line[] {
  const about = 'Readers'
  const [week, month] = changes.map(
    ({ gained, lost }) => `+${gained.toLocaleString('en')} −${lost.toLocaleString('en')}`,
  )
  const confirmed = counted(states.confirmed ?? 0, 'confirmed', 'confirmed')
  const lines: Line[] = [
    { about, state: 'ok', text: `${confirmed}; ${week} in 7 days, ${month} in 30 days`, command: 'subscribers' },
  ]
  const { pending = 0, held = 0 } = states
  if (pending > 0) {
    lines.push({
      about,
      state: 'ok',
      text: `${counted(pending, 'has', 'have')} yet to confirm`,
      command: 'subscribers --state pending',
    })
  }
  if (held > 0) {
    const text = `${counted(held, 'is', 'are')} held as robots, and got no mail`
    lines.push({ about, state: 'ok', text, command: 'subscribers --state held' })
  }
  return lines
}

function backupLine({ backup, isNightly, at }: Glance): Line {
  const about = 'Backup'
  const command = 'backup'
  if (backup === undefined) {
    const text = isNightly
      ? 'none yet; a site that runs makes the first within minutes'
      : 'none yet; set BACKUP_DIR to get one every night'
    return { about, state: 'wrong', text, command }
  }
  const text = `${since(backup.at, at)} old, ${counted(backup.rows, 'row')}: ${basename(backup.file)}`
  return at - backup.at > oldBackupMs ? { about, state: 'wrong', text, command } : { about, state: 'ok', text }
}

function diskLines({ lowDisk }: Glance): Line[] {
  return lowDisk === undefined ? [] : [{ about: 'Disk', state: 'wrong', text: lowDisk }]
}
