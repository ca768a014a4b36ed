import type { Command } from 'commander'
import type { App } from '../src/app.ts'
import { forgetReader } from '../src/features/newsletter/forget-reader.ts'
import { isMailAddress } from '../src/lib/mail-address.ts'
import { removeMailFiles } from '../src/server/file-mailer.ts'
import { forgetPerson } from '../src/server/leads/forget-person.ts'
import { mailFolder } from '../src/server/mailer.ts'
import { withDesk } from './open-desk.ts'
import { putJson, say } from './terminal.ts'

export function addLeadsForget(leads: Command): void {
  leads
    .command('forget')
    .description(
      'erase a person: requests, subscription, the mails about them, their files and their traces in the database',
    )
    .argument('<email>', "the person's address")
    .option('--json', 'tell as JSON what was erased')
    .action(async (given: string, _: unknown, command: Command) => {
      const { json }: { json?: true } = command.optsWithGlobals()
      const email = given.normalize('NFC').trim()
      if (!isMailAddress(email)) command.error(`error: “${given}” is no e-mail address`)
      await withDesk(async (app) => {
        const erased = await forget(app, email)
        if (json) putJson(erased)
        const { requests, subscriptions, mails, files } = erased
        say(`Erased: requests ${requests}, subscriptions ${subscriptions}, mails ${mails}, mail files ${files}.`)
        if (app.environment.smtpUrl !== undefined)
          say('Mails that were sent are in your mail program; erase them there.')
      })
    })
}

async function forget({ database, environment, contact, newsletter, now }: App, email: string) {
  const { leads, subscriptions, mailIds } = await database.write(async (tx) => {
    const person = await forgetPerson(tx, email, contact.salt)
    const reader = await forgetReader(tx, email, { salt: newsletter.salt, now: now() })
    return { ...person, ...reader, mailIds: [...person.mailIds, ...reader.mailIds] }
  })
  const files = await removeMailFiles(mailFolder(environment.dataDir), mailIds)
  // Also when nothing was found: an earlier call may have been broken off before this.
  await database.scrub()
  return { requests: leads, subscriptions, mails: mailIds.length, files }
}
