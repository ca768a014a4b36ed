import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { InvalidArgumentError } from 'commander'
import { readTime } from '../../platform/text/time-text.ts'
import type { Desk } from '../../server/desk.ts'
import {
  groupText,
  importSubscribers,
  type NotTaken,
  newTally,
  tallyText,
} from '../../server/newsletter/import/import-subscribers.ts'
import { ListError, type ListFile, readList, type Source } from '../../server/newsletter/import/list-file.ts'
import { CommandFailure, example, fileFailure, untilCtrlC } from '../command.ts'
import type { StudioCommand } from '../open-desk.ts'
import { sanitize, writeErr, writeJson } from '../terminal/terminal.ts'

type Options = { consent?: string; consentAt?: string; from?: string; ignore?: string[]; dryRun?: true; json?: true }

const mostTold = 20

const help = `The first line of a CSV file names its columns: email, consentWords, consentAt …
Exports of Mailchimp, Ghost, Substack, Buttondown, MailPoet, Mautic, Kit, beehiiv,
listmonk and Keila are read as they are; whoever left there stays out.`

export function addSubscribersImport(subscribers: StudioCommand): void {
  subscribers
    .command('import')
    .description('take in a list of readers who have agreed')
    .argument('<file>', 'CSV or bare addresses; - reads standard input')
    .option('--consent <words>', 'what they agreed to, where the list does not say it')
    .option('--consent-at <date>', 'when, for example 2024-05-01', dayText)
    .option('--from <place>', 'where, for example the name of the fair')
    .option('--ignore <column...>', 'columns that don’t say who has unsubscribed')
    .option('--dry-run', 'only say what would be done')
    .option('--json', 'tell as JSON what was done')
    .addHelpText(
      'after',
      example('subscribers import fair.csv --consent "Send me your letter" --consent-at 2026-10-01', help),
    )
    .onDesk(importList)
}

function dayText(text: string): string {
  if (readTime(text) === undefined)
    throw new InvalidArgumentError(`“${sanitize(text)}” is no date; write for example 2024-05-01.`)
  return text
}

async function importList({ database, salt, now }: Desk, path: string, options: Options): Promise<void> {
  const { consent, consentAt, from, ignore, dryRun, json } = options
  const list = await openListFile(path, process.stdin, ignore)
  if (!(list.hasWords || consent) || !(list.hasTimes || consentAt)) {
    throw new CommandFailure(
      'A list without proof of consent is not imported. Give the columns consentWords and consentAt, or say for all of them:\n' +
        '  --consent "the words they agreed to" --consent-at 2024-05-01',
    )
  }
  const tally = newTally()
  const notTaken: NotTaken[] = []
  const signal = untilCtrlC()
  const shared = { words: consent, at: consentAt, page: from }
  const onNotTaken = (line: NotTaken) => {
    if (json) notTaken.push(line)
    else if (line.verdict === 'wrong') tell(line, tally.wrong)
  }
  try {
    const how = { shared, isTrial: dryRun === true, tally, onNotTaken, signal }
    await importSubscribers({ database, now, salt }, list, how)
  } catch (error) {
    writeErr(
      `It broke off. Until then: ${tallyText(tally)}. What is imported stays; the same list can be imported again.`,
    )
    throw signal.aborted ? new CommandFailure('Stopped by Ctrl-C.') : error
  }
  if (json) writeJson({ ...tally, dryRun: dryRun === true, notTaken })
  writeErr(`${dryRun ? 'This would be done' : 'Done'}: ${tallyText(tally)}.`)
  if (!json) for (const group of tally.groups) writeErr(`  ${sanitize(groupText(group))}`)
  process.exitCode = tally.wrong > 0 ? 1 : 0
}

/** A thousand lines would bury the first. */
function tell({ line, email, why }: NotTaken, nth: number): void {
  if (nth <= mostTold) writeErr(`Line ${line}: “${sanitize(email.slice(0, 254))}” ${sanitize(why)}.`)
  if (nth === mostTold + 1) writeErr('More wrong ones are not shown; --json has all.')
}

/** @param path - reads the input @throws CommandFailure */
export async function openListFile(path: string, input: Readable, ignored?: readonly string[]): Promise<ListFile> {
  try {
    return await readList(await openSource(path, input), ignored)
  } catch (error) {
    throw asFailure(error, path)
  }
}

async function openSource(path: string, input: Readable): Promise<Source> {
  if (path !== '-' && (await stat(path)).isFile()) return () => createReadStream(path)
  const bytes = await buffer(path === '-' ? input : createReadStream(path))
  return async function* () {
    yield bytes
  }
}

function asFailure(error: unknown, path: string): unknown {
  const name = path === '-' ? 'The list' : `The list ${path}`
  if (error instanceof ListError)
    return new CommandFailure(`${name} cannot be read: ${error.message}. Nothing was imported.`)
  if (!(error instanceof Error && 'code' in error)) return error
  return new CommandFailure(`${name} cannot be opened: ${fileFailure(error)}.`)
}
