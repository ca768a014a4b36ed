import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../../../migrations/tables.ts'
import { type Hint, Refusal } from '../../../platform/actions.ts'
import { builtPath } from '../../../platform/content/files/content-files.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { EmailAddress } from '../../../platform/email/address.ts'
import { readPause } from '../../../platform/email/outbox/pause.ts'
import { isLocalUrl } from '../../../platform/http/ip-address.ts'
import { readManifest } from '../../../platform/http/static-manifest.ts'
import type { Context } from '../../context.ts'
import type { IssueSource } from './issue.ts'
import { findFirstSender, listIssues } from './store.ts'

/** Checks for problems. @param isConfirmed the owner accepts confirmable problems @throws Refusal for other problems */
export async function requireSendable(context: Context, source: IssueSource, isConfirmed: boolean): Promise<void> {
  const problems = await findSendProblems(context, source)
  const problem = problems.find(({ isConfirmable }) => !(isConfirmed && isConfirmable))
  if (problem === undefined) return
  const confirmation = { label: 'If you mean it', command: `issue send ${source.article.slug} --from-here` }
  throw new Refusal(problem.why, problem.isConfirmable ? confirmation : problem.fix)
}

/** A reason not to send an issue. `isConfirmable`: the owner can send it anyway. */
export type SendProblem = { why: string; fix?: Hint['fix']; isConfirmable?: true }

/** Lists reasons not to send an issue, except for having no subscribers. Problems the owner can confirm come last. */
export async function findSendProblems(
  { environment: { smtpUrl }, database }: Context,
  { article: { slug, path, unpublished }, from, site: { siteUrl, studio } }: IssueSource,
): Promise<SendProblem[]> {
  const problems: SendProblem[] = []
  const pause = await findPause(database.db)
  if (pause !== undefined) problems.push(pause)
  if (unpublished !== undefined) problems.push({ why: `${slug} isn’t published: ${unpublished}.` })
  const isReal = smtpUrl !== undefined && !isLocalUrl(smtpUrl)
  if (isReal && isLocalUrl(siteUrl)) {
    const why = `SITE_URL is ${siteUrl}, so links in the issue wouldn’t work. Set it to your public URL.`
    problems.push({ why })
  }
  const sample = [from.address, studio.email].find((address) => address.endsWith('.example'))
  if (isReal && sample !== undefined) {
    const why = `The sender is ${sample}, which is from the sample content. Set email in content/studio.yaml to yours (and MAIL_FROM, if it’s set).`
    problems.push({ why })
  }
  if (studio.postalAddress === undefined) {
    const why =
      'The issue has no postal address, which the law requires (CAN-SPAM in the US, and most of the EU). Set postalAddress in content/studio.yaml.'
    problems.push({ why })
  }
  if (unpublished === undefined && isInBuild(path) === false) {
    const why =
      'The article isn’t in the last build, so links to it don’t work. Run npm run build, then restart the site.'
    problems.push({ why })
  }
  const change = await senderChange(database, from)
  if (change !== undefined) problems.push({ why: change, isConfirmable: true })
  return problems
}

/** The problem of a paused outbox, which the owner has to resume before sending an issue. */
export async function findPause(db: Db): Promise<SendProblem | undefined> {
  const pause = await readPause(db)
  return pause && { why: `The outbox is paused: ${pause.because}.`, fix: { label: 'First', command: 'outbox resume' } }
}

/** Whether the last build has a page. If so, its links work: builds reject dead links. Undefined without a build. */
function isInBuild(path: string): boolean | undefined {
  const build = builtPath('')
  if (!existsSync(join(build, 'static.json'))) return undefined
  return readManifest(build).files.some((file) => file.path === path)
}

/** The reason subscribers might not recognize an issue: its sender changed, or this is a copied database. */
async function senderChange({ db, identity }: Database, from: EmailAddress): Promise<string | undefined> {
  const issues = (await listIssues(db)).filter(({ state }) => state !== 'scheduled')
  if (issues[0] !== undefined && issues[0].database_id !== identity) {
    return 'The last issue was sent from another database, so this is a copy, or was restored or moved. People who unsubscribed there since then might still be on this list.'
  }
  const known = issues.find(({ state }) => state !== 'cancelled') ?? (await findFirstSender(db))
  if (known === undefined || (known.name === from.name && known.address === from.address)) return undefined
  return `Subscribers know the newsletter from ${senderText(known)}. This issue would come from ${senderText(from)}.`
}

function senderText({ name, address }: EmailAddress): string {
  return `“${name}” (${address})`
}
