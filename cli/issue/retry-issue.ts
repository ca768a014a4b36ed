import { type Command, InvalidArgumentError } from 'commander'
import { type RetryChoice, type RetryResult, retryIssue } from '../../src/features/newsletter/issue/issue.service.ts'
import { isMailAddress } from '../../src/lib/mail/mail-address.ts'
import { CommandFailure } from '../command-failure.ts'
import { counted } from '../counted.ts'
import { exitWrongUse } from '../exit-codes.ts'
import { withDesk } from '../open-desk.ts'
import { example, studioCommand } from '../studio-command.ts'
import { harmless, say } from '../terminal/terminal.ts'
import { confirmedNumber } from '../whole-number.ts'
import { requireIssue } from './issue-argument.ts'

type Options = { failed?: true; unknown?: true; confirm?: number }

export function addIssueRetry(issue: Command): void {
  issue
    .command('retry')
    .description('send mails of an issue again: those that have failed, or of which nobody knows whether they arrived')
    .argument('<slug>', 'of the article, for example saas-mvp-cost-guide')
    .argument('[addresses...]', 'of these readers alone', address)
    .option('--failed', 'all that have failed, of readers who are still on the list')
    .option('--unknown', 'all of which nobody knows; some readers may get it twice')
    .option('--confirm <number>', 'how many may arrive twice', confirmedNumber)
    .addHelpText('after', example('issue retry saas-mvp-cost-guide --failed'))
    .action(async (slug: string, addresses: string[], options: Options, command: Command) => {
      const choice = choose(addresses, options)
      if (choice === undefined) command.error('error: say which: --failed, --unknown, or addresses')
      await withDesk(async (app) => {
        await requireIssue(app, slug)
        const result = await retryIssue(app, slug, choice)
        if (result.outcome !== 'unconfirmed') return tell(slug, result)
        say(askFor(result.unknown, slug, addresses, options))
        process.exitCode = exitWrongUse
      })
    })
}

function choose(addresses: string[], { failed, unknown, confirm }: Options): RetryChoice | undefined {
  const only = addresses.length > 0 ? addresses : undefined
  const named = [failed ? (['failed'] as const) : [], unknown ? (['unknown'] as const) : []].flat()
  if (named.length === 0 && only === undefined) return undefined
  return { states: named.length > 0 ? named : ['failed', 'unknown'], addresses: only, confirm }
}

function askFor(count: number, slug: string, addresses: string[], { failed, unknown }: Options): string {
  const words = [...addresses, failed ? '--failed' : [], unknown ? '--unknown' : []].flat().join(' ')
  const who =
    count === 1
      ? '1 reader may get it twice: its mail was'
      : `${counted(count, 'reader')} may get it twice: their mails were`
  return `${who} in transmission when the connection or the program ended.\nIf they shall be sent again:\n\n  ${studioCommand(`issue retry ${slug} ${words} --confirm ${count}`)}\n`
}

function tell(slug: string, result: Exclude<RetryResult, { outcome: 'unconfirmed' }>): void {
  switch (result.outcome) {
    case 'queued':
      say(
        `${counted(result.count, 'mail')} of ${slug} ${result.count === 1 ? 'is' : 'are'} sent again by the running site.`,
      )
      if (result.before === 'paused') say(`But the issue waits for you: ${studioCommand(`issue resume ${slug}`)}`)
      return
    case 'refused':
      throw new CommandFailure(
        `Nothing is sent again: no mail of ${slug} to ${result.addresses.map(harmless).join(', ')} has failed or is unknown, or the reader is not on the list any more.`,
      )
    case 'cancelled':
      throw new CommandFailure(`${slug} is cancelled: nothing of it is sent any more.`)
    case 'nothing':
    case 'unknown':
      throw new CommandFailure(`No such mail of ${slug} is left, of a reader who is still on the list.`)
  }
}

function address(text: string, before: string[] = []): string[] {
  if (!isMailAddress(text)) throw new InvalidArgumentError('It must be one e-mail address, like ada@example.com.')
  return [...before, text]
}
