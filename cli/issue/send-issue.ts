import type { Command } from 'commander'
import type { IssueRow } from '../../migrations/tables.ts'
import type { App } from '../../src/app.ts'
import type { Article } from '../../src/content/articles.ts'
import { findIssue, findKnownSender, listIssues } from '../../src/features/newsletter/issue/issue.repository.ts'
import { sendIssue } from '../../src/features/newsletter/issue/issue.service.ts'
import { countSubscribers } from '../../src/features/newsletter/subscriber.repository.ts'
import type { MailAddress } from '../../src/lib/mail/mail-address.ts'
import { counted } from '../../src/lib/text/amounts.ts'
import { minuteOf } from '../../src/lib/text/time-text.ts'
import { mailsPerMinute } from '../../src/limits.ts'
import { readMute } from '../../src/server/mail/mute.ts'
import { CommandFailure, confirmedNumber, example, exitWrongUse, studioCommand } from '../command.ts'
import { withApp } from '../open-desk.ts'
import { sanitize, writeErr } from '../terminal/terminal.ts'
import { findArticle, renderLetter } from './article-letter.ts'
import { duration } from './status-lines.ts'

export function addIssueSend(issue: Command): void {
  issue
    .command('send')
    .description(`send an article to all confirmed readers; the running site does it, ${mailsPerMinute} a minute`)
    .argument('<slug>', 'of the article, for example saas-mvp-cost-guide')
    .option(
      '--confirm <number>',
      'how many readers there are; without it, nothing is sent but the number told',
      confirmedNumber,
    )
    .option('--from-here', 'though the sender, or the database, is another one than before')
    .addHelpText('after', example('issue send saas-mvp-cost-guide --confirm 1240'))
    .action(async (slug: string, { confirm, fromHere }: { confirm?: number; fromHere?: true }) => {
      const article = findArticle(slug)
      await withApp(async (app) => {
        const known = await findIssue(app.database.db, slug)
        if (known !== undefined) throw sentBefore(known)
        await refuseIssue(app, fromHere === true)
        if (confirm !== undefined) {
          const readers = await sendArticle(app, article, confirm)
          const ms = ((readers - 1) * 60_000) / mailsPerMinute
          writeErr(
            `“${article.title}” is on its way to ${counted(readers, 'reader')}: ${mailsPerMinute} a minute, ${duration(ms)} in all.`,
          )
          writeErr(`The running site sends it; ${app.mailer.description}.`)
          writeErr(`See how far it is: ${studioCommand(`issue status ${slug}`)}`)
          writeErr(`Hold it back:      ${studioCommand(`issue pause ${slug}`)}`)
          return
        }
        const readers = (await countSubscribers(app.database.db)).confirmed ?? 0
        if (readers === 0) throw new CommandFailure(noReaders)
        writeErr(`“${article.title}” would go to ${counted(readers, 'confirmed reader')}. To send it:`)
        writeErr(`\n  ${studioCommand(`issue send ${slug} --confirm ${readers}`)}\n`)
        process.exitCode = exitWrongUse
      })
    })
}

const noReaders = 'There are no confirmed readers: nothing was sent.'

export async function sendArticle(app: App, article: Article, confirm: number): Promise<number> {
  const { database, now, newsletter } = app
  const { slug } = article
  const issue = renderLetter(article, app.environment.siteUrl)
  const result = await sendIssue({ database, now, from: newsletter.mail.from }, { slug, issue, confirm })
  if (result.outcome === 'begun') return result.readers
  if (result.outcome === 'known') throw sentBefore(result.issue)
  if (result.readers === 0) throw new CommandFailure(noReaders)
  throw new CommandFailure(
    `The list has ${counted(result.readers, 'confirmed reader')}, not ${confirm.toLocaleString('en')}: nothing was sent. If that is right:\n\n  ${studioCommand(`issue send ${slug} --confirm ${result.readers}`)}\n`,
  )
}

function sentBefore({ slug, state, created_at, finished_at, paused_because }: IssueRow): CommandFailure {
  const became = {
    sending: 'it is going out',
    paused: `it waits for you: ${sanitize(paused_because ?? '')}`,
    done: `it was done at ${minuteOf(finished_at ?? created_at)}`,
    cancelled: 'you canceled it when some readers had it',
  }[state]
  return new CommandFailure(
    `${slug} was sent at ${minuteOf(created_at)}, and ${became}. No article goes out twice; what became of it: ${studioCommand(`issue status ${slug}`)}`,
  )
}

export async function refuseIssue(app: App, isMeant: boolean): Promise<void> {
  const reason = await reasonAgainst(app, isMeant)
  if (reason !== undefined) throw new CommandFailure(reason)
}

async function reasonAgainst(app: App, isMeant: boolean): Promise<string | undefined> {
  const { database, studio, newsletter } = app
  const { smtpUrl, siteUrl } = app.environment
  const muted = await readMute(database.db)
  if (muted !== undefined)
    return `This database sends nothing: ${sanitize(muted.because)}. First: ${studioCommand('mail unmute')}`
  if (smtpUrl !== undefined && !isLocal(smtpUrl)) {
    if (isLocal(siteUrl))
      return `SITE_URL is ${siteUrl}: every link in the issue would lead nowhere. Set the public address.`
    const sample = [newsletter.mail.from.address, studio.email].find((address) => address.endsWith('.example'))
    if (sample !== undefined)
      return `The issue would come from ${sample}, an address of the sample content: put yours into content/studio.yaml, email (and MAIL_FROM, where it is set).`
  }
  if (studio.postalAddress === undefined)
    return 'The issue has no postal address, which the law asks for (CAN-SPAM in the US, most of the EU): put yours into content/studio.yaml, postalAddress. Nothing was sent.'
  const change = isMeant ? undefined : await changeSince(app)
  return change && `${change} Nothing was sent. If it is meant, say so: issue send … --from-here`
}

function isLocal(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
}

async function changeSince({ database, newsletter }: App): Promise<string | undefined> {
  const [last] = await listIssues(database.db)
  if (last !== undefined && last.database_id !== database.identity) {
    return 'This database is not the one that the last issue went out from, but a copy, restored or moved: readers who left there since may be on its list.'
  }
  const { from } = newsletter.mail
  const known = await findKnownSender(database.db)
  if (known === undefined || (known.name === from.name && known.address === from.address)) return undefined
  return `The readers know the newsletter of ${told(known)}; this one would come from ${told(from)}.`
}

function told({ name, address }: MailAddress): string {
  return sanitize(`“${name}” (${address})`)
}
