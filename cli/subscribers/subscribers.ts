import type { Command } from 'commander'
import { removeReader } from '../../src/features/newsletter/readers.service.ts'
import { isMailAddress } from '../../src/lib/mail/mail-address.ts'
import { example } from '../command.ts'
import { withDesk } from '../open-desk.ts'
import { sanitize, writeErr, writeJson } from '../terminal/terminal.ts'
import { addSubscribersImport } from './import-list.ts'
import { addSubscribersExport, addSubscribersList } from './list-readers.ts'

export function addSubscribers(studio: Command): void {
  const subscribers = addSubscribersList(studio)
  addSubscribersImport(subscribers)
  addSubscribersExport(subscribers)
  addSubscribersRemove(subscribers)
}

function addSubscribersRemove(subscribers: Command): void {
  subscribers
    .command('remove')
    .description('take readers off the list, so that no import brings them back; they may sign up anew')
    .argument('<address...>', 'their addresses')
    .option('--json', 'tell as JSON who was removed')
    .addHelpText('after', example('subscribers remove ada@client.example'))
    .action(async (given: string[], _: unknown, command: Command) => {
      const { json }: { json?: true } = command.optsWithGlobals()
      const addresses = given.map((each) => each.normalize('NFC').trim())
      const wrong = addresses.find((each) => !isMailAddress(each))
      if (wrong !== undefined) command.error(`error: “${sanitize(wrong)}” is no e-mail address`)
      await withDesk(async ({ database, salt, now }) => {
        const removed: string[] = []
        const unknown: string[] = []
        for (const address of addresses) {
          const wasReader = await database.write((tx) => removeReader(tx, address, { salt, now: now() }))
          ;(wasReader ? removed : unknown).push(address)
        }
        if (json) writeJson({ removed, unknown })
        for (const address of removed) writeErr(`Removed: ${address}`)
        for (const address of unknown) writeErr(`Not on the list: ${address}`)
        process.exitCode = unknown.length > 0 ? 1 : 0
      })
    })
}
