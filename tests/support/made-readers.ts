import type { SubscriberRow } from '../../migrations/tables.ts'
import type { Database } from '../../src/server/db/database.ts'

export const readerAddress = (n: number) => `reader${n}@example.com`

/** A confirmed reader. */
export function reader(n: number, changes: Partial<SubscriberRow> = {}): SubscriberRow {
  return {
    id: `reader-${String(n).padStart(6, '0')}`,
    reference: `NL-${n}`,
    email: readerAddress(n),
    email_key: readerAddress(n),
    state: 'confirmed',
    reasons: '[]',
    request_key: null,
    consent_words: 'Yes',
    consent_page: null,
    consent_network: null,
    consent_at: 1,
    confirmed_at: 1,
    unsubscribed_at: null,
    created_at: 1,
    ...changes,
  }
}

/** Puts so many confirmed readers on the list. */
export async function addSubscribers({ write }: Pick<Database, 'write'>, count: number): Promise<void> {
  for (let from = 0; from < count; from += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, n) => reader(from + n))
    await write((tx) => tx.insertInto('subscribers').values(rows).execute())
  }
}

/** Neither database takes a statement of any length. */
const rowsAtOnce = 1_000
