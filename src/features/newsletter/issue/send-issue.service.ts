import type { MailAddress } from '../../../lib/mail/mail-address.ts'
import type { Database } from '../../../server/db/database.ts'
import { Undone } from '../../../server/db/storage-error.ts'
import type { RenderedIssue } from '../letter/rendered-issue.ts'
import { countConfirmed, findIssue, type IssueHead, insertIssue, queueMails, updateIssue } from './issue.repository.ts'

export type SendResult =
  | { outcome: 'begun'; readers: number }
  /** The number given is not that of the readers. */
  | { outcome: 'miscounted'; readers: number }
  /** It was sent before. */
  | { outcome: 'known'; issue: IssueHead }

/** Takes the send back: between counting and writing, somebody has come or gone. */
class Miscounted extends Undone {
  readonly readers: number

  constructor(readers: number) {
    super('the number of readers has changed')
    this.readers = readers
  }
}

/**
 * Sends an article to every confirmed reader: stores it as it was rendered, with one mail for each of them, in one
 * transaction. The serving process does the rest.
 * @param input.confirm how many readers the owner expects
 * @throws StorageError when the database cannot be written; nothing is stored then
 */
export async function sendIssue(
  { database, now, from }: { database: Database; now: () => number; from: MailAddress },
  { slug, issue, confirm }: { slug: string; issue: RenderedIssue; confirm: number },
): Promise<SendResult> {
  const write = database.write(async (tx): Promise<SendResult> => {
    const known = await findIssue(tx, slug)
    if (known !== undefined) return { outcome: 'known', issue: known }
    const expected = await countConfirmed(tx)
    if (expected !== confirm || expected === 0) return { outcome: 'miscounted', readers: expected }
    const inserted = await insertIssue(tx, {
      slug,
      subject: issue.subject,
      from_name: from.name,
      from_address: from.address,
      text: issue.text,
      html: issue.html,
      readers: confirm,
      state: 'sending',
      paused_because: null,
      refusals: 0,
      deferrals: 0,
      next_at: now(),
      created_at: now(),
      finished_at: null,
      home: database.identity,
    })
    // Only on PostgreSQL: another process has stored it since it was looked for, and has committed by now.
    const other = inserted ? undefined : await findIssue(tx, slug)
    if (other !== undefined) return { outcome: 'known', issue: other }
    const readers = await queueMails(tx, slug)
    if (readers !== confirm) throw new Miscounted(readers)
    // The time at which it can begin: many rows take a while.
    await updateIssue(tx, slug, { next_at: now() })
    return { outcome: 'begun', readers }
  })
  return await write.catch((error: unknown) => {
    if (error instanceof Miscounted) return { outcome: 'miscounted', readers: error.readers } as const
    throw error
  })
}
