import type { Command } from 'commander'
import type { App } from '../../src/app.ts'
import type { Article } from '../../src/content/articles.ts'
import { countConfirmed, findIssue, type IssueHead } from '../../src/features/newsletter/issue/issue.repository.ts'
import { sendIssue } from '../../src/features/newsletter/issue/issue.service.ts'
import { minuteOf } from '../../src/lib/text/time-text.ts'
import { CommandFailure } from '../command-failure.ts'
import { counted } from '../counted.ts'
import { exitWrongUse } from '../exit-codes.ts'
import { withApp } from '../open-desk.ts'
import { example, studioCommand } from '../studio-command.ts'
import { harmless, say } from '../terminal/terminal.ts'
import { confirmedNumber } from '../whole-number.ts'
import { duration } from './duration.ts'
import { findArticle } from './find-article.ts'
import { refuseIssue } from './refuse-issue.ts'
import { renderLetter } from './render-letter.ts'

export function addIssueSend(issue: Command): void {
  issue
    .command('send')
    .description('send an article to all confirmed readers; the running site does it, at the pace of MAILS_PER_MINUTE')
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
        if (confirm !== undefined) return tell(app, article, await sendArticle(app, article, confirm))
        const readers = await countConfirmed(app.database.db)
        if (readers === 0) throw new CommandFailure(noReaders)
        say(`“${article.title}” would go to ${counted(readers, 'confirmed reader')}. To send it:`)
        say(`\n  ${studioCommand(`issue send ${slug} --confirm ${readers}`)}\n`)
        process.exitCode = exitWrongUse
      })
    })
}

const noReaders = 'There are no confirmed readers: nothing was sent.'

/** @returns how many readers get it. @throws CommandFailure when nothing was sent */
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

function sentBefore({ slug, state, created_at, finished_at, paused_because }: IssueHead): CommandFailure {
  const became = {
    sending: 'it is going out',
    paused: `it waits for you: ${harmless(paused_because ?? '')}`,
    done: `it was done at ${minuteOf(finished_at ?? created_at)}`,
    cancelled: 'you have cancelled it when some readers had it',
  }[state]
  return new CommandFailure(
    `${slug} was sent at ${minuteOf(created_at)}, and ${became}. No article goes out twice; what became of it: ${studioCommand(`issue status ${slug}`)}`,
  )
}

function tell({ environment, mailer }: App, { slug, title }: Article, readers: number): void {
  const { mailsPerMinute } = environment
  const ms = ((readers - 1) * 60_000) / mailsPerMinute
  say(
    `“${title}” is on its way to ${counted(readers, 'reader')}: ${mailsPerMinute.toLocaleString('en')} a minute, ${duration(ms)} in all.`,
  )
  say(`The running site sends it; ${mailer.description}.`)
  say(`See how far it is: ${studioCommand(`issue status ${slug}`)}`)
  say(`Hold it back:      ${studioCommand(`issue pause ${slug}`)}`)
}
