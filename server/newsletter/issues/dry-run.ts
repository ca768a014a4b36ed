import type { IssueRow } from '../../../migrations/tables.ts'
import { Refusal } from '../../../platform/actions.ts'
import { counted } from '../../../platform/text/amounts.ts'
import type { Context } from '../../context.ts'
import type { RenderedIssue } from '../links.ts'
import { type IssueSource, noSubscribers } from './issue.ts'
import { findSendProblems } from './send-problems.ts'
import { sendingMs } from './status.ts'
import { countConfirmed, countQueuedIssueEmails } from './store.ts'

/** Reports the effects of sending an issue, without sending it. */
export async function readDryRun(context: Context, source: IssueSource, scheduled: IssueRow | undefined) {
  const { db } = context.database
  const subscribers = await countConfirmed(db)
  return {
    subscribers,
    durationMs: sendingMs(subscribers),
    /** Time until all issues now being sent are finished (ms). They share one rate limit. */
    waitMs: sendingMs(await countQueuedIssueEmails(db)),
    checks: await checkIssue(context, source, { subscribers, scheduled }),
  }
}

/** `wrong` prevents sending. `unsure` needs the owner's confirmation. */
type Check = { state: 'ok' | 'note' | 'unsure' | 'wrong'; text: string }

/** Many desktop inboxes truncate longer subjects. */
const visibleSubjectLength = 70

type Recipients = { subscribers: number; scheduled: IssueRow | undefined }

/** Checks an issue before it's sent. Lists blockers first. Makes no network requests. */
async function checkIssue(context: Context, source: IssueSource, { subscribers, scheduled }: Recipients) {
  const { renderIssue } = await import('./render-issue.tsx')
  const problems = await findSendProblems(context, source)
  const checks = problems.map(({ why, isConfirmable }) => checkOf(isConfirmable ? 'unsure' : 'wrong', why))
  if (subscribers === 0) checks.push(checkOf('wrong', noSubscribers))
  try {
    const rendered = renderIssue(source.article, source.site, source.header)
    if (scheduled && scheduled.html !== rendered.html) {
      const changed = 'The article has changed since you scheduled this. To send it as it is now, change the time.'
      checks.push(checkOf('note', changed))
    }
    checks.push(checkLinks(rendered, source))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    checks.push(checkOf('wrong', error.message))
  }
  checks.push(checkUnsubscribe(source.site), checkSubject(source.header))
  if (context.environment.smtpUrl === undefined) checks.push(checkOf('note', `${context.mailer.description}.`))
  return checks.toSorted((a, b) => Number(b.state === 'wrong') - Number(a.state === 'wrong'))
}

function checkOf(state: Check['state'], text: string): Check {
  return { state, text }
}

function checkLinks({ html }: RenderedIssue, { site: { siteUrl } }: IssueSource): Check {
  const links = [...html.matchAll(/<a [^>]*?href="(https?:[^"]+)"/g)].map(([, href = '']) => href)
  const external = links.filter((href) => new URL(href).origin !== new URL(siteUrl).origin).length
  const all = counted(links.length, 'link')
  if (external === 0) return checkOf('ok', all)
  return checkOf('ok', `${all}, ${external} to ${external === 1 ? 'another site' : 'other sites'}`)
}

function checkUnsubscribe({ siteUrl }: IssueSource['site']): Check {
  return siteUrl.startsWith('https:')
    ? checkOf('ok', 'Unsubscribe works with one click')
    : checkOf('note', `SITE_URL is ${siteUrl}. Email apps only show an unsubscribe button with https.`)
}

function checkSubject({ subject }: IssueSource['header']): Check {
  const count = [...subject].length
  return count <= visibleSubjectLength
    ? checkOf('ok', `Subject fits: ${counted(count, 'character')}`)
    : checkOf('note', `Subject has ${count} characters. Many email apps truncate it after ${visibleSubjectLength}.`)
}
