import { readMute } from '../../platform/email/mute.ts'
import { counted } from '../../platform/text/amounts.ts'
import type { Desk } from '../../server/desk.ts'
import { noRetry, nothingGoes } from '../../server/newsletter/issue-status.ts'
import { cancelIssue, pauseIssue, type RetryResult, resumeIssue, retryIssue } from '../../server/newsletter/issues.ts'
import { CommandFailure, confirmedNumber, example, exitWrongUse, mailAddresses, studioCommand } from '../command.ts'
import type { StudioCommand } from '../open-desk.ts'
import { sanitize, writeErr } from '../terminal/terminal.ts'
import { requireIssue } from './issue-status.ts'

export function addControls(issue: StudioCommand): void {
  addControl(issue, 'pause', 'hold back an issue that is going out', async (app, slug) => {
    const before = await pauseIssue(app, slug)
    if (before === 'paused') writeErr(`${slug} waits already.`)
    else if (before === 'sending')
      writeErr(
        `${slug} waits now; a mail that is in transmission still goes. To go on: ${studioCommand(`issue resume ${slug}`)}`,
      )
    else throw new CommandFailure(nothingGoes(slug, before))
  })
  addControl(issue, 'resume', 'let an issue go on that waits for you', async (app, slug, because) => {
    const before = await resumeIssue(app, slug)
    if (before === 'sending') writeErr(`${slug} is going out already.`)
    else if (before === 'paused') {
      writeErr(`${slug} goes on, where it stopped. See how far it is: ${studioCommand(`issue status ${slug}`)}`)
      if (because !== null) writeErr(`It waited, since ${sanitize(because)}.`)
    } else throw new CommandFailure(nothingGoes(slug, before))
    const muted = await readMute(app.database.db)
    if (muted !== undefined)
      writeErr(`But this database sends nothing: ${sanitize(muted.because)}. First: ${studioCommand('mail unmute')}`)
  })
  addControl(issue, 'cancel', 'drop for good what has not gone out', async (app, slug) => {
    const { before, dropped, isErased } = await cancelIssue(app, slug)
    if (before !== 'sending' && before !== 'paused') throw new CommandFailure(nothingGoes(slug, before))
    if (isErased) writeErr(`${slug} is canceled before anyone got it. The article can be sent another time.`)
    else
      writeErr(
        `${slug} is canceled: ${counted(dropped, 'reader')} will not get it. Who did: ${studioCommand(`issue log ${slug}`)}`,
      )
  })
  issue
    .command('retry')
    .description('send again what failed, or may not have arrived')
    .argument('<slug>', 'of the article, for example saas-mvp-cost-guide')
    .argument('[addresses...]', 'of these readers alone', mailAddresses)
    .option('--failed', 'all that have failed, of readers who are still on the list')
    .option('--unknown', 'all of which nobody knows; some readers may get it twice')
    .option('--confirm <number>', 'how many may arrive twice', confirmedNumber)
    .addHelpText('after', example('issue retry saas-mvp-cost-guide --failed'))
    .hook('preAction', (command) => {
      const { failed, unknown } = command.opts<RetryOptions>()
      if (command.args.length === 1 && !failed && !unknown)
        command.error('error: say which: --failed, --unknown, or addresses')
    })
    .onDesk(async (app, slug: string, addresses: string[], options: RetryOptions) => {
      const named = retryable.filter((state) => options[state])
      const states = named.length > 0 ? named : retryable
      await requireIssue(app, slug)
      const result = await retryIssue(app, slug, { states, addresses, confirm: options.confirm })
      if (result.outcome !== 'unconfirmed') return tell(slug, result)
      const count = result.unknown
      const words = [...addresses, ...named.map((state) => `--${state}`)]
      const mails = count === 1 ? 'its mail was' : 'their mails were'
      writeErr(
        `${counted(count, 'reader')} may get it twice: ${mails} in transmission when the connection or the program ended.\nIf they shall be sent again:\n\n  ${studioCommand(`issue retry ${slug} ${words.join(' ')} --confirm ${count}`)}\n`,
      )
      process.exitCode = exitWrongUse
    })
}

function addControl(
  issue: StudioCommand,
  name: string,
  description: string,
  act: (app: Desk, slug: string, because: string | null) => Promise<void>,
): void {
  issue
    .command(name)
    .description(description)
    .argument('<slug>', 'of the article, for example saas-mvp-cost-guide')
    .addHelpText('after', example(`issue ${name} saas-mvp-cost-guide`))
    .onDesk(async (app, slug: string) => {
      const { paused_because } = await requireIssue(app, slug)
      await act(app, slug, paused_because)
    })
}

const retryable = ['failed', 'unknown'] as const

type RetryOptions = { failed?: true; unknown?: true; confirm?: number }

function tell(slug: string, result: Exclude<RetryResult, { outcome: 'unconfirmed' }>): void {
  switch (result.outcome) {
    case 'queued':
      writeErr(
        `${counted(result.count, 'mail')} of ${slug} ${result.count === 1 ? 'is' : 'are'} sent again by the running site.`,
      )
      if (result.before === 'paused') writeErr(`But the issue waits for you: ${studioCommand(`issue resume ${slug}`)}`)
      return
    case 'refused':
      throw new CommandFailure(
        `Nothing is sent again: no mail of ${slug} to ${result.addresses.map(sanitize).join(', ')} has failed or is unknown, or the reader is not on the list any more.`,
      )
    default:
      throw new CommandFailure(noRetry(slug, result.outcome))
  }
}
