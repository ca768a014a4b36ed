import type { Command } from 'commander'
import type { Desk } from '../../src/desk.ts'
import { cancelIssue, pauseIssue, resumeIssue } from '../../src/features/newsletter/issue/issue.service.ts'
import { readMute } from '../../src/server/mail/mute.ts'
import { CommandFailure } from '../command-failure.ts'
import { counted } from '../counted.ts'
import { withDesk } from '../open-desk.ts'
import { example, studioCommand } from '../studio-command.ts'
import { harmless, say } from '../terminal/terminal.ts'
import { requireIssue } from './issue-argument.ts'

export function addIssuePause(issue: Command): void {
  add(issue, 'pause', 'hold an issue back that is going out, until you resume it', async (app, slug) => {
    const before = await pauseIssue(app, slug)
    if (before === 'paused') say(`${slug} waits already.`)
    else if (before === 'sending')
      say(
        `${slug} waits now; a mail that is in transmission still goes. To go on: ${studioCommand(`issue resume ${slug}`)}`,
      )
    else throw new CommandFailure(`${slug} is ${before}: nothing is going out.`)
  })
}

export function addIssueResume(issue: Command): void {
  add(issue, 'resume', 'let an issue go on that waits for you', async (app, slug, because) => {
    const before = await resumeIssue(app, slug)
    if (before === 'sending') say(`${slug} is going out already.`)
    else if (before === 'paused') {
      say(`${slug} goes on, where it stopped. See how far it is: ${studioCommand(`issue status ${slug}`)}`)
      if (because !== null) say(`It waited, since ${harmless(because)}.`)
    } else throw new CommandFailure(`${slug} is ${before}: nothing waits.`)
    const muted = await readMute(app.database.db)
    if (muted !== undefined)
      say(`But this database sends nothing: ${harmless(muted.because)}. First: ${studioCommand('mail unmute')}`)
  })
}

export function addIssueCancel(issue: Command): void {
  add(issue, 'cancel', 'drop for good what has not gone out; who has it, keeps it', async (app, slug) => {
    const { before, dropped, isErased } = await cancelIssue(app, slug)
    if (before === 'done' || before === 'cancelled')
      throw new CommandFailure(`${slug} is ${before}: nothing is going out.`)
    if (isErased) say(`${slug} is cancelled before anybody got it. The article can be sent another time.`)
    else
      say(
        `${slug} is cancelled: ${counted(dropped, 'reader')} will not get it. Who did: ${studioCommand(`issue log ${slug}`)}`,
      )
  })
}

/** @param because what it has waited for, if it has */
type Act = (app: Desk, slug: string, because: string | null) => Promise<void>

function add(issue: Command, name: string, description: string, act: Act): void {
  issue
    .command(name)
    .description(description)
    .argument('<slug>', 'of the article, for example saas-mvp-cost-guide')
    .addHelpText('after', example(`issue ${name} saas-mvp-cost-guide`))
    .action(async (slug: string) => {
      await withDesk(async (app) => {
        const { paused_because } = await requireIssue(app, slug)
        await act(app, slug, paused_because)
      })
    })
}
