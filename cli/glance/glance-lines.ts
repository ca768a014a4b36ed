import { counted, since } from '../../platform/text/amounts.ts'
import type { Glance } from '../../server/glance.ts'
import type { IssueAtAGlance } from '../../server/newsletter/issue-status.ts'

/** `wrong` wants the owner today, `note` when there is time. */
export type Line = {
  about: 'Site' | 'Muted' | 'Requests' | 'Calls' | 'Mail' | 'Readers' | 'Issue' | 'Backup' | 'Disk' | 'Content'
  state: 'ok' | 'note' | 'wrong'
  /** May hold a stranger's words. A narrow terminal cuts it, so that what says most comes first. */
  text: string
  /** Where something is to be done. */
  command: string
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** A site that runs sends what is due at once. */
const idleMs = 2 * minuteMs
const oldBackupMs = 2 * dayMs

export function glanceLines(glance: Glance, isSampleProof: boolean): Line[] {
  return [
    ...siteLines(glance),
    ...muteLines(glance),
    ...requestLines(glance),
    ...callLines(glance),
    ...mailLines(glance),
    readerLine(glance),
    ...glance.issues.map((issue) => issueLine(issue, glance.at)),
    backupLine(glance),
    ...(glance.lowDisk === undefined ? [] : [line('Disk', 'wrong', glance.lowDisk)]),
    ...(isSampleProof ? [line('Content', 'note', 'clients or quotes on the site are invented', 'doctor')] : []),
  ]
}

function line(about: Line['about'], state: Line['state'], text: string, command = ''): Line {
  return { about, state, text, command }
}

function siteLines({ stoppedAt, at }: Glance): Line[] {
  return stoppedAt === undefined ? [] : [line('Site', 'wrong', `it does not run, since ${since(stoppedAt, at)}`)]
}

function muteLines({ mute, at }: Glance): Line[] {
  if (mute === undefined) return []
  return [line('Muted', 'wrong', `no mail goes out since ${since(mute.since, at)}: ${mute.because}`, 'mail unmute')]
}

function requestLines({ leads: { waiting, held, came }, replyWithinHours, at }: Glance): Line[] {
  const late = waiting.late === 0 ? '' : `, ${waiting.late.toLocaleString('en')} longer than ${replyWithinHours} h`
  const waitText = `${counted(waiting.count, 'waits', 'wait')} for an answer${late}`
  const heldText = `${counted(held.count, 'is held', 'are held')} since ${since(held.since ?? at, at)}: robots, or not?`
  return [
    waiting.count > 0
      ? line('Requests', waiting.late > 0 ? 'wrong' : 'note', waitText, 'leads --status new')
      : line('Requests', 'ok', `none waits; ${(came[1] ?? 0).toLocaleString('en')} came in 7 days`),
    ...(held.count > 0 ? [line('Requests', 'note', heldText, 'leads --status held')] : []),
  ]
}

function callLines({ calls: [next, ...later], at }: Glance): Line[] {
  if (next === undefined) return []
  const begins = next.starts_at <= at ? 'has begun' : `in ${since(at, next.starts_at)}`
  return [
    line('Calls', 'ok', `the next ${begins}, with ${next.name}${later.length > 0 ? `; ${later.length} later` : ''}`),
  ]
}

function mailLines({ mails: { waiting, untouchedSince, failed, deferred }, mute, at }: Glance): Line[] {
  const isIdle = mute === undefined && untouchedSince !== null && untouchedSince < at - idleMs
  const text = `${counted(waiting.count, 'waits', 'wait')} since ${since(waiting.since ?? at, at)}`
  const problem = isIdle ? 'is the site running?' : deferred[0]?.last_error
  const lines = [
    problem ? line('Mail', 'wrong', `${text}: ${problem}`, 'mail --state waiting') : line('Mail', 'note', text),
    line('Mail', 'wrong', `${counted(failed, 'was', 'were')} given up`, 'mail --state failed'),
  ].filter((_, index) => [waiting.count, failed][index] !== 0)
  return lines.length > 0 ? lines : [line('Mail', 'ok', 'nothing waits, nothing was refused')]
}

function readerLine({ readers: { states, changes } }: Glance): Line {
  const { gained = 0, lost = 0 } = changes[0] ?? {}
  const week = `+${gained.toLocaleString('en')} −${lost.toLocaleString('en')} in 7 days`
  return line('Readers', 'ok', `${(states.confirmed ?? 0).toLocaleString('en')} confirmed; ${week}`)
}

function issueLine(issue: IssueAtAGlance, at: number): Line {
  const { subject, state, mails } = issue
  const isOdd = (mails.failed ?? 0) + (mails.unknown ?? 0) > 0
  const text = `${progressOf(issue, at)}: ${subject}`
  if (state === 'paused') return line('Issue', 'wrong', text, 'issue')
  return isOdd ? line('Issue', 'note', text, 'issue') : line('Issue', 'ok', text)
}

function progressOf({ state, paused_because, finished_at, readers, mails }: IssueAtAGlance, at: number): string {
  const told = `${(mails.sent ?? 0).toLocaleString('en')} of ${readers.toLocaleString('en')} got it`
  if (state === 'paused') return `it waits for you (${paused_because ?? 'paused'}), ${told}`
  if (state === 'cancelled') return `canceled, ${told}`
  return state === 'done' ? `${told}, ${since(finished_at ?? at, at)} ago` : `${told} so far`
}

function backupLine({ backup, isNightly, at }: Glance): Line {
  if (backup === undefined) {
    const text = isNightly ? 'none yet; the site makes one in minutes' : 'none; BACKUP_DIR makes one a night'
    return line('Backup', 'wrong', text, 'backup')
  }
  const isOld = at - backup.at > oldBackupMs
  return line('Backup', isOld ? 'wrong' : 'ok', `${since(backup.at, at)} old`, isOld ? 'backup' : '')
}
