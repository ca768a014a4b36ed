import type { App } from '../../src/app.ts'
import { findKnownSender, listIssues } from '../../src/features/newsletter/issue/issue.repository.ts'
import type { MailAddress } from '../../src/lib/mail/mail-address.ts'
import { readMute } from '../../src/server/mail/mute.ts'
import { CommandFailure } from '../command-failure.ts'
import { studioCommand } from '../studio-command.ts'
import { harmless } from '../terminal/terminal.ts'

/**
 * @param isMeant whether the owner has said that the readers' newsletter goes out from here, though something is another
 * @throws CommandFailure that says what to do, where an issue may not go out, does nobody any good, or looks like a mistake
 */
export async function refuseIssue(app: App, isMeant: boolean): Promise<void> {
  const { database, studio } = app
  const muted = await readMute(database.db)
  if (muted !== undefined) {
    throw new CommandFailure(
      `This database sends nothing: ${harmless(muted.because)}. First: ${studioCommand('mail unmute')}`,
    )
  }
  if (reachesPeople(app)) refuseSample(app)
  if (studio.postalAddress === undefined) {
    throw new CommandFailure(
      'The letter has no postal address, which the law asks for (CAN-SPAM in the US, most of the EU): put yours into content/studio.yaml, postalAddress. Nothing was sent.',
    )
  }
  if (isMeant) return
  const change = await changeSince(app)
  if (change !== undefined) {
    throw new CommandFailure(`${change} Nothing was sent. If it is meant, say so: issue send … --from-here`)
  }
}

/** Whether mails go to a mail server elsewhere, and not into a folder or a test's own server. */
function reachesPeople({ environment: { smtpUrl } }: App): boolean {
  return smtpUrl !== undefined && !isLocal(smtpUrl)
}

function refuseSample({ environment, studio, newsletter }: App): void {
  const { siteUrl } = environment
  if (isLocal(siteUrl)) {
    throw new CommandFailure(
      `SITE_URL is ${siteUrl}: every link in the letter would lead nowhere. Set the public address.`,
    )
  }
  const sample = [newsletter.mail.from.address, studio.email].find((address) => address.endsWith('.example'))
  if (sample !== undefined) {
    throw new CommandFailure(
      `The letter would come from ${sample}, an address of the sample content: put yours into content/studio.yaml, email (and MAIL_FROM, where it is set).`,
    )
  }
}

function isLocal(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
}

/** @returns what is another one than what the readers know, in a sentence */
async function changeSince({ database, newsletter }: App): Promise<string | undefined> {
  const [last] = await listIssues(database.db)
  if (last !== undefined && last.home !== database.identity) {
    return 'This database is not the one that the last issue went out from, but a copy, restored or moved: readers who left there since may be on its list.'
  }
  const { from } = newsletter.mail
  const known = await findKnownSender(database.db)
  if (known === undefined || (known.name === from.name && known.address === from.address)) return undefined
  return `The readers know the newsletter of ${told(known)}; this one would come from ${told(from)}.`
}

function told({ name, address }: MailAddress): string {
  return harmless(`“${name}” (${address})`)
}
