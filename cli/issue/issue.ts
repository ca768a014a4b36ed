import { siteContent } from '../../platform/content/site-content.ts'
import { defaultLimits } from '../../platform/limits/limits.ts'
import { counted } from '../../platform/text/amounts.ts'
import type { Desk } from '../../server/desk.ts'
import { issueDeps } from '../../server/issue-deps.ts'
import { timeFor } from '../../server/newsletter/issue-status.ts'
import { requireSendable, sendArticle } from '../../server/newsletter/issues.ts'
import { confirmedNumber, example, exitWrongUse, studioCommand } from '../command.ts'
import type { StudioCommand } from '../open-desk.ts'
import { writeErr } from '../terminal/terminal.ts'
import { failureOf, findArticle } from './article-letter.ts'
import { addControls } from './control-issue.ts'
import { addIssueStatus, showAll } from './issue-status.ts'
import { addTrials } from './preview-issue.ts'

export function addIssue(studio: StudioCommand): void {
  const issue = studio
    .command('issue')
    .description('list the issues; send an article to the readers')
    .option('--json', 'as JSON')
    .addHelpText('after', example('issue', 'A slug is the name of the article’s folder in content/articles/.'))
    .onDesk(async (desk, { json }: { json?: true }) => await showAll(desk, json === true))
  addTrials(issue)
  issue
    .command('send')
    .summary('send an article to all confirmed readers')
    .description('send an article to all confirmed readers; the running site does it')
    .argument('<slug>', 'of the article, for example saas-mvp-cost-guide')
    .option('--confirm <number>', 'how many readers there are; else it is only told', confirmedNumber)
    .option('--from-here', 'though sender or database is another one')
    .addHelpText('after', example('issue send saas-mvp-cost-guide --confirm 1240'))
    .onDesk(async (desk, slug: string, options: SendOptions) => {
      await send(desk, slug, options).catch((error: unknown) => {
        throw failureOf(error, slug)
      })
    })
  addIssueStatus(issue)
  addControls(issue)
}

type SendOptions = { confirm?: number; fromHere?: true }

async function send(desk: Desk, slug: string, { confirm, fromHere }: SendOptions): Promise<void> {
  const article = findArticle(slug)
  const deps = issueDeps(desk, siteContent())
  const waiting = await requireSendable(deps, slug, fromHere === true)
  if (confirm === undefined) {
    const words = `issue send ${slug}${fromHere ? ' --from-here' : ''} --confirm ${waiting}`
    writeErr(`“${article.title}” would go to ${counted(waiting, 'confirmed reader')}. To send it:`)
    writeErr(`\n  ${studioCommand(words)}\n`)
    process.exitCode = exitWrongUse
    return
  }
  const readers = await sendArticle(deps, article, confirm)
  writeErr(
    `“${article.title}” is on its way to ${counted(readers, 'reader')}: ${defaultLimits.mailsPerMinute} a minute, ${timeFor(readers)} in all.`,
  )
  writeErr(`The running site sends it; ${desk.mailer.description}.`)
  writeErr(`See how far it is: ${studioCommand(`issue status ${slug}`)}`)
  writeErr(`Hold it back:      ${studioCommand(`issue pause ${slug}`)}`)
}
