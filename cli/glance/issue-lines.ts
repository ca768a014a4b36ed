import type { IssueAtAGlance } from '../../src/features/newsletter/issue/issue-status.ts'
import { counted } from '../counted.ts'
import { since } from '../since.ts'
import type { Line } from './glance-lines.ts'
import type { Glance } from './read-glance.ts'

export function issueLines({ issues, at }: Pick<Glance, 'issues' | 'at'>): Line[] {
  return issues.map((issue) => ({
    about: 'Issue',
    state: stateOf(issue),
    text: `“${issue.subject}”: ${progress(issue, at)}`,
    command: `issue status ${issue.slug}`,
    ...(issue.finished_at === null && { bar: barOf(issue) }),
  }))
}

function stateOf({ state, mails }: IssueAtAGlance): Line['state'] {
  if (state === 'paused') return 'wrong'
  return (mails.failed ?? 0) + (mails.unknown ?? 0) > 0 ? 'note' : 'ok'
}

function progress({ state, paused_because, finished_at, mails }: IssueAtAGlance, at: number): string {
  const { sent = 0, failed = 0, unknown = 0, queued = 0, sending = 0 } = mails
  const all = sent + failed + unknown + queued + sending
  const odd = [
    failed > 0 ? `${failed.toLocaleString('en')} failed` : [],
    unknown > 0 ? `${unknown.toLocaleString('en')} unknown` : [],
  ].flat()
  const told = [`${sent.toLocaleString('en')} of ${counted(all, 'reader')} got it`, ...odd].join(', ')
  if (state === 'paused') return `it waits for you (${paused_because ?? 'paused'}); ${told}`
  if (state === 'cancelled') return `cancelled by you; ${told}`
  return state === 'done' ? `sent ${since(finished_at ?? at, at)} ago; ${told}` : `on its way; ${told}`
}

function barOf({ mails }: IssueAtAGlance): NonNullable<Line['bar']> {
  return [
    { count: mails.sent ?? 0, style: 'green' },
    { count: mails.failed ?? 0, style: 'red' },
    { count: mails.unknown ?? 0, style: 'yellow' },
    { count: (mails.queued ?? 0) + (mails.sending ?? 0), style: 'dim' },
  ]
}
