import type { Kysely } from 'kysely'
import type { OutboxRow, Tables } from '../../../migrations/tables.ts'
import type { MailAddress } from '../../lib/mail/mail-address.ts'

export type MailWords = {
  replyTo?: MailAddress | undefined
  subject: string
  text: string
  html?: string | undefined
}

type Unwritten = Pick<OutboxRow, 'id' | 'kind' | 'about'>

/**
 * Makes the words of a mail whose row holds none, each time that somebody needs them: what they tell is kept once.
 * @returns undefined when nothing is left to tell
 */
export type MailComposer = (db: Kysely<Tables>, mail: Unwritten) => Promise<MailWords | undefined>

/** By the kind of the mail. A mail of any other kind holds its words itself. */
export type MailComposers = Readonly<Record<string, MailComposer>>

/** @returns the mail with its words, of what is stored now; undefined when nothing is left to tell */
export async function withWords<Row extends Unwritten>(
  db: Kysely<Tables>,
  row: Row,
  composers: MailComposers,
): Promise<Row | undefined> {
  const compose = composers[row.kind]
  if (compose === undefined) return row
  const words = await compose(db, row)
  return words && { ...row, ...columnsOf(words) }
}

/** The words as the outbox keeps them, for a mail that holds its own. */
export function columnsOf({ replyTo, subject, text, html }: MailWords) {
  return {
    reply_to_name: replyTo?.name ?? null,
    reply_to_address: replyTo?.address ?? null,
    subject,
    text,
    html: html ?? null,
  }
}
