import { Option } from 'commander'
import { exportPerson } from '../src/features/privacy/export-person.ts'
import { cleanAddress, isMailAddress } from '../src/lib/mail/mail-address.ts'
import { example } from './command.ts'
import type { StudioCommand } from './open-desk.ts'
import { sanitize, writeErr, writeJson } from './terminal/terminal.ts'

export function addExportPerson(studio: StudioCommand): void {
  studio
    .command('export')
    .description('write everything that is kept about a person')
    .argument('<email>', "the person's address")
    .addOption(new Option('--json', 'which it is anyway').hideHelp())
    .addHelpText('after', example('export ada@client.example > ~/ada.json'))
    .onDesk(async (desk, given: string, _: unknown, command: StudioCommand) => {
      const email = cleanAddress(given)
      if (!isMailAddress(email)) command.error(`error: “${sanitize(given)}” is no e-mail address`)
      const person = await exportPerson(desk, email)
      writeJson(person)
      const { requests, mails, subscription, suppressed, mentionedIn } = person
      if (requests.length + mails.length === 0 && subscription === null && suppressed === null) {
        writeErr('Nothing is kept of this person.')
      } else writeErr('This is everything that is kept of this person.')
      if (mentionedIn.length > 0) {
        writeErr(`Other requests name them, and are other people’s unless you know better: ${mentionedIn.join(', ')}`)
      }
    })
}
