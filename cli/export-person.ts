import { Option } from 'commander'
import { exportPerson } from '../server/people/export-person.ts'
import { example, mailAddress } from './command.ts'
import type { StudioCommand } from './open-desk.ts'
import { writeErr, writeJson } from './terminal/terminal.ts'

export function addExportPerson(studio: StudioCommand): void {
  studio
    .command('export')
    .description('write everything that is kept about a person')
    .argument('<email>', "the person's address", mailAddress)
    .addOption(new Option('--json', 'which it is anyway').hideHelp())
    .addHelpText('after', example('export ada@client.example > ~/ada.json'))
    .onDesk(async (desk, email: string) => {
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
