import type { Kysely } from 'kysely'
import type { Tables } from '../../migrations/tables.ts'
import { findMailIds, findMails, type MailFate } from '../../src/server/mail/mail-desk.repository.ts'
import { CommandFailure } from '../command-failure.ts'
import { studioCommand } from '../studio-command.ts'
import { harmless } from '../terminal/terminal.ts'

/** @param start an id, or its beginning as `mail` shows it @throws CommandFailure when it is none, or not of one mail */
export async function mailId(db: Kysely<Tables>, start: string): Promise<string> {
  const text = start.trim().toLowerCase()
  // Whole ids first: another one cannot begin so.
  const ids = /^[0-9a-f-]{4,36}$/.test(text) ? await findMailIds(db, text) : []
  const [id, other] = ids
  if (id === undefined)
    throw new CommandFailure(`There is no mail ${harmless(start)}. All there are: ${studioCommand('mail')}`)
  if (other !== undefined) throw new CommandFailure(`Several mails begin with ${text}; type more of it.`)
  return id
}

/**
 * The mails that the owner names, as long as something can be done with each of them.
 * @throws CommandFailure that says which cannot be touched, and why
 */
export async function mailsAtRest(db: Kysely<Tables>, starts: readonly string[]): Promise<MailFate[]> {
  const ids: string[] = []
  for (const start of starts) ids.push(await mailId(db, start))
  const mails = await findMails(db, [...new Set(ids)])
  const refused = mails.flatMap(({ id, state }) => {
    if (state === 'sent') return `${id} has been sent.`
    return state === 'sending' ? `${id} is being sent just now.` : []
  })
  if (refused.length > 0) throw new CommandFailure(`${refused.join('\n')}\nNothing was done.`)
  return mails
}
