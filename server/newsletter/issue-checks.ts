import type { IssueRow } from '../../migrations/tables.ts'
import { Refusal } from '../../platform/actions.ts'
import { counted } from '../../platform/text/amounts.ts'
import type { Context } from '../context.ts'
import type { IssueSource } from './issue-email.tsx'
import { findObjections } from './issues.ts'
import type { RenderedIssue } from './links.ts'

/** `wrong` prevents sending, `unsure` needs the owner's confirmation. */
export type Check = { state: 'ok' | 'note' | 'unsure' | 'wrong'; text: string }

/** Many desktop inboxes truncate longer subjects. */
const shownSubject = 70

/** Lists what the owner should know before sending an issue, blockers first. Makes no requests. */
export async function checkIssue(context: Context, source: IssueSource, scheduled: IssueRow | undefined) {
  const { renderIssue } = await import('./issue-email.tsx')
  const objections = await findObjections(context, source)
  const checks = objections.map(({ why, isConfirmable }) => checkOf(isConfirmable ? 'unsure' : 'wrong', why))
  try {
    const rendered = renderIssue(source.article, source.site, source.header)
    if (scheduled && scheduled.html !== rendered.html) checks.push(changed)
    checks.push(countLinks(rendered, source))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    checks.push(checkOf('wrong', error.message))
  }
  return [
    ...checks,
    checkUnsubscribe(source.site),
    checkSubject(source.header),
    ...(context.environment.smtpUrl === undefined ? [checkOf('note', `${context.mailer.description}.`)] : []),
  ]
}

function checkOf(state: Check['state'], text: string): Check {
  return { state, text }
}

const changed = checkOf(
  'note',
  'The article has changed since you scheduled this. To send it as it is now, change the time.',
)

function countLinks({ html }: RenderedIssue, { site: { siteUrl } }: IssueSource): Check {
  const links = [...html.matchAll(/<a [^>]*?href="(https?:[^"]+)"/g)].map(([, href = '']) => href)
  const others = links.filter((href) => new URL(href).origin !== new URL(siteUrl).origin).length
  const othersText = others === 1 ? ', 1 to another site' : `, ${others} to other sites`
  return checkOf('ok', `${counted(links.length, 'link')}${others === 0 ? '' : othersText}`)
}

function checkUnsubscribe({ siteUrl }: IssueSource['site']): Check {
  return siteUrl.startsWith('https:')
    ? checkOf('ok', 'Unsubscribe works with one click')
    : checkOf('note', `SITE_URL is ${siteUrl}. Email apps only show an unsubscribe button with https.`)
}

function checkSubject({ subject }: IssueSource['header']): Check {
  const count = [...subject].length
  return count <= shownSubject
    ? checkOf('ok', `Subject fits: ${counted(count, 'character')}`)
    : checkOf('note', `Subject has ${count} characters. Many email apps truncate it after ${shownSubject}.`)
}
