import { counted } from '../../../platform/text/amounts.ts'
import type { ResultOf } from '../client.ts'
import type { Clock } from '../times.ts'

export type SetupData = ResultOf<'setup.show'>
export type Finding = SetupData['problems'][number]

/** `6 of 8 checks passed, with 4 notes. Checked 2 min ago.` */
export function summaryText({ problems, notes, passed, at }: SetupData, clock: Clock): string {
  const checks = `${passed.length} of ${counted(passed.length + problems.length, 'check')} passed`
  const age = clock.age(at)
  const notesText = notes.length === 0 ? '' : `, with ${counted(notes.length, 'note')}`
  return `${checks}${notesText}. Checked ${age === 'now' ? 'just now' : `${age} ago`}.`
}

/** Length of a passphrase: 192 bits, or 32 characters in Base64 without padding. */
const keyBytes = 24

/** Generates a passphrase for backups. */
export function randomKey(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(keyBytes))))
}

const views: Readonly<Record<string, { href: string; label: string }>> = {
  outbox: { href: '/outbox', label: 'Show outbox' },
  backup: { href: '/backups', label: 'Show backups' },
  leads: { href: '/inbox', label: 'Show leads' },
}

/** Checks that contact other servers. Their problems can be temporary, so the view offers a retry. */
const retryable = ['calls', 'email', 'chat', 'database']

/**
 * Suggests a fix for a finding: a line for .env, a test email, a view, a command, or a retry.
 * @param key a passphrase to suggest for backups
 */
export function helpFor({ about, state, setting, command }: Finding, key: string) {
  if (setting !== undefined) {
    const label = setting.includes('\n') ? 'Copy lines' : 'Copy line'
    return { kind: 'copy', label, text: setting === 'BACKUP_KEY=' ? setting + key : setting } as const
  }
  if (command === 'outbox test') return { kind: 'check', label: 'Send test', name: 'outbox.test' } as const
  if (command === undefined) {
    const canRetry = state === 'wrong' && retryable.includes(about)
    return canRetry ? ({ kind: 'check', label: 'Try again', name: 'setup.check' } as const) : undefined
  }
  const view = views[about]
  if (view) return { kind: 'view', ...view } as const
  return { kind: 'copy', label: 'Copy command', text: `npm run studio -- ${command}` } as const
}

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** Facts about the site. Unknown values are null. */
export function siteFacts({ site }: SetupData, clock: Clock): [label: string, value: string | null][] {
  const { version, startedAt, stoppedAt, builtAt, chatBuiltAt, database, megabytes, mailServer, zone } = site
  const isOld = startedAt !== null && builtAt !== null && builtAt > startedAt
  const since = startedAt === null ? null : `Since ${clock.moment(startedAt)}`
  return [
    ['Version', `${version}${isOld ? '. Restart the site to use the latest build.' : ', up to date'}`],
    ['Running', stoppedAt === null ? since : `Not since ${clock.moment(stoppedAt)}`],
    ['Database', `${engines[database]}, ${megabytes.toLocaleString('en', { minimumFractionDigits: 1 })} MB`],
    ['Email', mailServer ?? 'Written to files'],
    ['Chat', chatBuiltAt === null ? 'Not built yet' : `Built ${clock.day(chatBuiltAt)}`],
    ['Time zone', zone],
  ]
}
