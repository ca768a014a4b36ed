import type { SubscriberRow } from '../../migrations/tables.ts'
import type { Database } from '../../platform/db/database.ts'
import { confirmPath, unsubscribePath } from '../../server/newsletter/links.ts'
import { rowsOf } from './owner.ts'

export const subscriberAddress = (n: number) => `reader${n}@example.com`

/** A confirmed subscriber. */
export function subscriber(n: number, changes: Partial<SubscriberRow> = {}): SubscriberRow {
  return {
    id: `reader-${String(n).padStart(6, '0')}`,
    reference: `NL-${n}`,
    email: subscriberAddress(n),
    email_key: subscriberAddress(n),
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

export async function addSubscribers({ write }: Pick<Database, 'write'>, count: number, from = 0): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => subscriber(from + n))
  if (count > 0) await write((tx) => tx.insertInto('subscribers').values(rows).execute())
}

/** A subscriber of a running site on SQLite. */
export function subscriberOf(dataDir: string, email: string): SubscriberRow | undefined {
  return rowsOf<SubscriberRow>(dataDir, 'select * from subscribers where email = ?', email)[0]
}

/** Links in a subscriber's emails, without the site's address. @param now when the confirmation email was sent */
export function linksOf(dataDir: string, email: string, now = Date.now()): { confirm: string; unsubscribe: string } {
  const [key] = rowsOf<{ value: string }>(dataDir, 'select value from settings where key = ?', 'link-key')
  const linkKey = key?.value ?? ''
  const { id = '', unsubscribed_at = null } = subscriberOf(dataDir, email) ?? {}
  return { confirm: confirmPath(linkKey, { id, unsubscribed_at }, now), unsubscribe: unsubscribePath(linkKey, id) }
}
