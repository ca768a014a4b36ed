import type { Kysely } from 'kysely'
import type { OutboxRow, Tables } from '../../migrations/tables.ts'
import type { MailAddress } from './mail-address.ts'

export type MailWords = {
  replyTo?: MailAddress | undefined
  subject: string
  text: string
  html?: string | undefined
  calendar?: CalendarPart | undefined
}

/** An event as a mail program takes it over by itself (iMIP, RFC 6047). */
export type CalendarPart = { method: 'REQUEST' | 'CANCEL'; content: string }

type Unwritten = Pick<OutboxRow, 'id' | 'kind' | 'about' | 'created_at'>

/** Makes the words whenever they are needed. @returns undefined when nothing is left to tell */
export type MailComposer = (db: Kysely<Tables>, mail: Unwritten) => Promise<MailWords | undefined>

/** By kind. A mail of any other kind holds its words itself. */
export type MailComposers = Readonly<Record<string, MailComposer>>

export async function withWords<Row extends Unwritten>(
  db: Kysely<Tables>,
  row: Row,
  composers: MailComposers,
): Promise<(Row & Pick<MailWords, 'calendar'>) | undefined> {
  const compose = composers[row.kind]
  if (compose === undefined) return row
  const words = await compose(db, row)
  return words && { ...row, ...columnsOf(words), calendar: words.calendar }
}

/** For an owner who looks: where its words can't be made, it says so in their place. */
export async function withWordsIfAny<Row extends Unwritten>(db: Kysely<Tables>, row: Row, composers: MailComposers) {
  const saying = (why: string): Row => ({ ...row, subject: why, text: why })
  const written = withWords(db, row, composers).catch(() => saying('Its words can’t be made just now.'))
  return (await written) ?? saying('Its words are not kept any more.')
}

export function columnsOf({ replyTo, subject, text, html }: MailWords) {
  return {
    reply_to_name: replyTo?.name ?? null,
    reply_to_address: replyTo?.address ?? null,
    subject,
    text,
    html: html ?? null,
  }
}
