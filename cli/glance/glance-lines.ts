import { basename } from 'node:path'
import type { IssueAtAGlance } from '../../src/features/newsletter/issue/issue-status.ts'
import type { Glance } from '../../src/glance.ts'
import { counted, since } from '../../src/lib/text/amounts.ts'
import { wrapText } from '../../src/lib/text/text-lines.ts'
import { cutText, textWidth } from '../terminal/table.ts'
import { sanitize, style } from '../terminal/terminal.ts'

/** `wrong` wants the owner today, `note` when there is time. */
export type Line = {
  about: 'Muted' | 'Requests' | 'Calls' | 'Mail' | 'Readers' | 'Issue' | 'Backup' | 'Disk' | 'Content'
  state: 'ok' | 'note' | 'wrong'
  /** May hold a stranger's words: to be shown through `sanitize`. */
  text: string
  command?: string
  isDetail?: true
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** A site that runs sends what is due at once. */
const idleMs = 2 * minuteMs
const oldBackupMs = 2 * dayMs

export function contentLines(isSampleProof: boolean): Line[] {
  if (!isSampleProof) return []
  const text = 'clients, quotes or claims on the site are the sample’s, and invented'
  return [{ about: 'Content', state: 'note', text, command: 'doctor' }]
}

export function glanceLines(glance: Glance): Line[] {
  return [
    ...muteLines(glance),
    ...requestLines(glance),
    ...callLines(glance),
    ...mailLines(glance),
    ...readerLines(glance),
    ...glance.issues.map((issue) => issueLine(issue, glance.at)),
    backupLine(glance),
    ...diskLines(glance),
  ]
}

function linesAbout(about: Line['about']) {
  const lines: Line[] = []
  const add = (state: Line['state'], text: string, command?: string) =>
    lines.push({ about, state, text, ...(command !== undefined && { command }) })
  const addDetail = (state: Line['state'], text: string, command: string) =>
    lines.push({ about, state, text, command, isDetail: true })
  return { lines, add, addDetail }
}

function muteLines({ mute, at }: Glance): Line[] {
  const { lines, add } = linesAbout('Muted')
  if (mute !== undefined)
    add('wrong', `no mail goes out since ${since(mute.since, at)}: ${mute.because}`, 'mail unmute')
  return lines
}

function requestLines({ leads, replyWithinHours, at }: Glance): Line[] {
  const { waiting, held, came, answered } = leads
  const { lines, add, addDetail } = linesAbout('Requests')
  const late = waiting.late === 0 ? '' : `, ${waiting.late.toLocaleString('en')} longer than ${replyWithinHours} h`
  if (waiting.count === 0) add('ok', 'none waits for an answer', 'leads')
  else {
    const text = `${counted(waiting.count, 'waits', 'wait')} for an answer${late}`
    add(waiting.late > 0 ? 'wrong' : 'note', text, 'leads --status new')
  }
  for (const [index, { reference, name, email, company, created_at }] of waiting.oldest.entries()) {
    const who = [name || email, company].filter(Boolean).join(', ')
    const text = `${since(created_at, at).padEnd(6)}  ${reference}  ${who}`
    addDetail(index < waiting.late ? 'wrong' : 'note', text, `leads show ${reference}`)
  }
  const [day = 0, week = 0] = came
  const speed = answered.medianMs === null ? '' : `; answered after ${since(0, answered.medianMs)} (median)`
  add('ok', `${day.toLocaleString('en')} came in 24 h, ${week.toLocaleString('en')} in 7 days${speed}`)
  if (held.count > 0) {
    const text = `${counted(held.count, 'is held', 'are held')} since ${since(held.since ?? at, at)}: from robots, or not?`
    add('note', text, 'leads --status held')
  }
  return lines
}

function callLines({ calls: [next, ...later], at }: Glance): Line[] {
  const { lines, add } = linesAbout('Calls')
  if (next === undefined) return lines
  const begins = next.starts_at <= at ? 'has begun' : `begins in ${since(at, next.starts_at)}`
  add('ok', `the next of ${later.length + 1}, with ${next.name}, ${begins}`, 'calls')
  return lines
}

function mailLines({ mails, mute, at }: Glance): Line[] {
  const { lines, add, addDetail } = linesAbout('Mail')
  const { waiting, untouchedSince, later, failed, refused } = mails
  if (waiting.count > 0) {
    const isIdle = mute === undefined && untouchedSince !== null && untouchedSince < at - idleMs
    const text = `${counted(waiting.count, 'waits', 'wait')} since ${since(waiting.since ?? at, at)}`
    add(isIdle ? 'wrong' : 'note', isIdle ? `${text}: is the site running?` : text, 'mail --state waiting')
  }
  if (failed > 0) add('wrong', `${counted(failed, 'was', 'were')} given up`, 'mail retry --failed')
  for (const { id, to_address, last_error, created_at } of refused) {
    const text = `${since(created_at, at).padEnd(6)}  ${to_address}: ${last_error ?? ''}`
    addDetail('wrong', text, `mail show ${id.slice(0, 8)}`)
  }
  if (lines.length === 0) add('ok', 'nothing waits, nothing was refused', 'mail')
  if (later > 0) add('ok', `${later} wait a few minutes: for a visitor who may come back, or for more requests`)
  return lines
}

function readerLines({ readers: { states, changes } }: Glance): Line[] {
  const { lines, add } = linesAbout('Readers')
  const [week, month] = changes.map(
    ({ gained, lost }) => `+${gained.toLocaleString('en')} −${lost.toLocaleString('en')}`,
  )
  const { confirmed = 0, pending = 0, held = 0 } = states
  add('ok', `${confirmed.toLocaleString('en')} confirmed; ${week} in 7 days, ${month} in 30 days`, 'subscribers')
  if (pending > 0) add('ok', `${counted(pending, 'has', 'have')} yet to confirm`, 'subscribers --state pending')
  if (held > 0) add('ok', `${counted(held, 'is', 'are')} held as robots, and got no mail`, 'subscribers --state held')
  return lines
}

function issueLine(issue: IssueAtAGlance, at: number): Line {
  const { slug, subject, state, mails } = issue
  const isOdd = (mails.failed ?? 0) + (mails.unknown ?? 0) > 0
  return {
    about: 'Issue',
    state: state === 'paused' ? 'wrong' : isOdd ? 'note' : 'ok',
    text: `“${subject}”: ${progressOf(issue, at)}`,
    command: `issue status ${slug}`,
  }
}

function progressOf({ state, paused_because, finished_at, mails }: IssueAtAGlance, at: number): string {
  const { sent = 0, failed = 0, unknown = 0, queued = 0, sending = 0 } = mails
  const all = sent + failed + unknown + queued + sending
  const odd = [
    failed > 0 ? `${failed.toLocaleString('en')} failed` : [],
    unknown > 0 ? `${unknown.toLocaleString('en')} unknown` : [],
  ].flat()
  const told = [`${sent.toLocaleString('en')} of ${counted(all, 'reader')} got it`, ...odd].join(', ')
  if (state === 'paused') return `it waits for you (${paused_because ?? 'paused'}); ${told}`
  if (state === 'cancelled') return `canceled by you; ${told}`
  return state === 'done' ? `sent ${since(finished_at ?? at, at)} ago; ${told}` : `on its way; ${told}`
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

const widest = 100
const labelWidth = 10
const markWidth = 2
const gap = 2

const marks = { ok: ['green', '·'], note: ['yellow', '●'], wrong: ['red', '▲'] } as const

export function drawGlance(title: string, lines: readonly Line[], terminalWidth: number): string[] {
  const width = Math.min(terminalWidth, widest) - 2
  const drawn = lines.flatMap((line, index) => {
    const isFirst = lines[index - 1]?.about !== line.about
    const label = (isFirst ? line.about : '').padEnd(labelWidth)
    const rows = drawLine(line, label, width - labelWidth).map((row) => ` ${row}`)
    return isFirst ? ['', ...rows] : rows
  })
  return [` ${style('bold', title)}`, ...drawn, '']
}

function drawLine(line: Line, label: string, width: number): string[] {
  const [colour, mark] = marks[line.state]
  const lead = line.isDetail ? ' '.repeat(2 * markWidth) : `${style(colour, mark)} `
  const room = width - (line.isDetail ? 2 : 1) * markWidth
  const words = sanitize(line.text)
  const lines = line.isDetail ? [words] : wrapText(words, room, textWidth).split('\n')
  const texts = lines.map((text) => cutText(text, room))
  const rows = texts.map((text) => (line.state === 'wrong' ? style('red', text) : text))
  const { command } = line
  if (command !== undefined) {
    const blank = room - textWidth(texts.at(-1) ?? '') - command.length
    if (blank >= gap) rows.push(`${rows.pop()}${' '.repeat(blank)}${style('cyan', command)}`)
    else if (!line.isDetail) rows.push(`${' '.repeat(Math.max(0, room - command.length))}${style('cyan', command)}`)
  }
  const indent = ' '.repeat(labelWidth + width - room)
  return rows.map((row, index) =>
    index === 0 ? `${label.trim() === '' ? label : style('bold', label)}${lead}${row}` : `${indent}${row}`,
  )
}
