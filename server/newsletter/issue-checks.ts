import type { IssueRow } from '../../migrations/tables.ts'
import { Refusal } from '../../platform/actions.ts'
import { counted } from '../../platform/text/amounts.ts'
import type { Context } from '../context.ts'
import type { IssueSource } from './issue-email.tsx'
import { findObjections, isInBuild } from './issues.ts'
import type { RenderedIssue } from './links.ts'

/** `wrong` prevents sending. The owner can confirm what is `unsure`. */
export type Check = { state: 'ok' | 'note' | 'unsure' | 'wrong'; text: string }

/** Many inboxes on a desktop truncate longer subjects. */
const shownSubject = 70

/** What the owner should know before an issue is sent: first what prevents it. Makes no requests. */
export async function checkIssue(context: Context, source: IssueSource, scheduled: IssueRow | undefined) {
  const { renderIssue } = await import('./issue-email.tsx')
  const objections = await findObjections(context, source)
  const checks: Check[] = objections.map(({ why, isConfirmable }) => ({
    state: isConfirmable ? 'unsure' : 'wrong',
    text: why,
  }))
  try {
    const rendered = renderIssue(source.article, source.site, source.header)
    if (scheduled && scheduled.html !== rendered.html) checks.push(changed)
    checks.push(countLinks(rendered, source))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    checks.push({ state: 'wrong', text: error.message })
  }
  return [...checks, checkUnsubscribe(source.site), checkSubject(source.header), ...checkServer(context)]
}

const changed: Check = {
  state: 'note',
  text: 'The article has changed since you scheduled this. To send it as it is now, change the time.',
}

function countLinks({ html }: RenderedIssue, { article, site: { siteUrl } }: IssueSource): Check {
  const links = [...html.matchAll(/<a [^>]*?href="(https?:[^"]+)"/g)].map(([, href = '']) => href)
  const others = links.filter((href) => new URL(href).origin !== new URL(siteUrl).origin).length
  const own = counted(links.length - others, 'link')
  const ownText = isInBuild(article.path) ? `All ${own} to your site work` : `${own} to your site`
  return { state: 'ok', text: others > 0 ? `${ownText}; ${counted(others, 'leads', 'lead')} elsewhere` : ownText }
}

function checkUnsubscribe({ siteUrl }: IssueSource['site']): Check {
  return siteUrl.startsWith('https:')
    ? { state: 'ok', text: 'Unsubscribe works with one click' }
    : { state: 'note', text: `SITE_URL is ${siteUrl}. Email apps only show an unsubscribe button with https.` }
}

function checkSubject({ subject }: IssueSource['header']): Check {
  const count = [...subject].length
  return count <= shownSubject
    ? { state: 'ok', text: `Subject fits: ${counted(count, 'character')}` }
    : { state: 'note', text: `Subject has ${count} characters. Many email apps truncate it after ${shownSubject}.` }
}

function checkServer({ environment, mailer }: Context): Check[] {
  if (environment.smtpUrl !== undefined) return []
  return [{ state: 'note', text: `${mailer.description}.` }]
}
