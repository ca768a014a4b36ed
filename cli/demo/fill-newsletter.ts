import { sql } from 'kysely'
import type { SubscriberRow } from '../../migrations/tables.ts'
import { queueBatch } from '../../platform/email/batches.ts'
import { dayMs, hourMs, minuteMs } from '../../platform/text/time-text.ts'
import { insertIssue, saveDraft } from '../../server/newsletter/issue-store.ts'
import { issueSource } from '../../server/newsletter/issue-views.ts'
import { issueKind } from '../../server/newsletter/links.ts'
import { insertSubscribers, suppress } from '../../server/newsletter/store.ts'
import type { Demo } from './fill-demo.ts'
import people from './people.json' with { type: 'json' }

const pages = [
  '/blog/saas-mvp-cost-guide',
  '/blog/mvp-development-guide',
  '/blog/solo-founders-saas-guide',
  '/',
  '/newsletter',
  '/blog/india-saas-ecosystem',
  '/blog/kitewright-72-hour-mvp-development',
  '/',
]

export async function fillNewsletter(demo: Demo): Promise<void> {
  const { app, studio, now } = demo
  const subscribers = subscribersOf(demo)
  await app.database.write(async (tx) => {
    for (let n = 0; n < subscribers.length; n += 500) await insertSubscribers(tx, subscribers.slice(n, n + 500))
    for (const { email_key, state, unsubscribed_at } of subscribers) {
      const left = { salt: app.salt, now: unsubscribed_at ?? now }
      if (state === 'unsubscribed' || state === 'bounced') await suppress(tx, email_key, state, left)
    }
  })
  for (const { slug, daysAgo } of studio.issues) await sendIssue(demo, slug, now - daysAgo * dayMs)
  const testedAt = now - 98 * minuteMs
  await app.database.write((tx) => saveDraft(tx, { slug: studio.draft.slug, tested_at: testedAt }))
  if (studio.sending !== null)
    await sendIssue(demo, studio.sending.slug, now - (studio.sending.sent / 120) * minuteMs, studio.sending.sent)
}

function subscribersOf({ studio, now, random }: Demo): SubscriberRow[] {
  const { named, joined, pending, unsubscribed, bounced, suspicious } = studio.subscribers
  const known = new Set(named.map(({ email }) => email))
  const addresses = people.first.flatMap((first) => people.companies.map((company) => `${first}@${company}.example`))
  const others = addresses.filter((email) => !known.has(email)).values()
  let from = 0
  const generated = joined.flatMap(({ days, count }) => {
    const start = from
    from = days
    const namedCount = named.filter(({ daysAgo }) => daysAgo > start && daysAgo <= days).length
    return Array.from({ length: Math.max(0, count - namedCount) }, () => {
      const page = pages[Math.floor(random() * pages.length)] ?? '/'
      return { email: others.next().value ?? '', page, daysAgo: start + random() * (days - start) }
    })
  })
  const all = [...named, ...generated].map(({ email, page, daysAgo }, i) =>
    subscriber(i, email, page, now - daysAgo * dayMs),
  )
  // Evenly spread, but the first have only just joined.
  const step = Math.floor(all.length / (unsubscribed + bounced + 1))
  for (let i = 1; i <= unsubscribed + bounced; i++) {
    const row = all[i * step]
    if (row === undefined) continue
    row.state = i <= unsubscribed ? 'unsubscribed' : 'bounced'
    row.unsubscribed_at = now - (i * step * (now - row.created_at)) / all.length
  }
  const open = Array.from({ length: pending + suspicious }, (_, i): SubscriberRow => {
    const row = subscriber(all.length + i, `reader${i + 1}@waiting.example`, '/', now - (i + 1) * 9 * hourMs)
    const isPending = i < pending
    const reasons = isPending ? '[]' : '["the hidden field was filled"]'
    return { ...row, state: isPending ? 'pending' : 'suspicious', confirmed_at: null, reasons }
  })
  return [...all, ...open]
}

function subscriber(n: number, email: string, page: string, at: number): SubscriberRow {
  const isImported = !page.startsWith('/')
  return {
    id: `subscriber-${String(n).padStart(5, '0')}`,
    reference: `NL-${String(n).padStart(8, '2')}`,
    email,
    email_key: email,
    state: 'confirmed',
    reasons: '[]',
    request_key: null,
    consent_words: 'Send me new articles by email. [Subscribe]',
    consent_page: page,
    consent_network: isImported ? null : '198.51.100.0/24',
    consent_at: Math.round(at),
    confirmed_at: Math.round(at) + 2 * minuteMs,
    unsubscribed_at: null,
    created_at: Math.round(at),
  }
}

/** @param sent how many got it, by default all */
async function sendIssue({ app, now }: Demo, slug: string, at: number, sent = Number.MAX_SAFE_INTEGER): Promise<void> {
  const { renderIssue } = await import('../../server/newsletter/issue-email.tsx')
  const { article, site, from, header } = await issueSource(app, slug)
  const isDone = sent === Number.MAX_SAFE_INTEGER
  await app.database.write(async (tx) => {
    const recipients = tx
      .selectFrom('subscribers')
      .select('id')
      .where('confirmed_at', '<', at)
      .where((eb) => eb.or([eb('unsubscribed_at', 'is', null), eb('unsubscribed_at', '>', at)]))
    const subscribers = (await recipients.execute()).length
    const doneAt = at + (subscribers / 120) * minuteMs
    await insertIssue(tx, {
      slug,
      ...renderIssue(article, site, header),
      from_name: from.name,
      from_address: from.address,
      subscribers,
      state: isDone ? 'done' : 'sending',
      paused_because: null,
      refusals: 0,
      deferrals: 0,
      next_at: Math.round(isDone ? doneAt : now + 500),
      created_at: Math.round(at),
      finished_at: isDone ? Math.round(doneAt) : null,
      database_id: app.database.identity,
    })
    await queueBatch(tx, { batch: slug, kind: issueKind, createdAt: Math.round(at) }, recipients)
    await sql`update outbox set state = 'sent', attempts = 1, sent_at = ${Math.round(at)} + 60000
      where id in (select id from outbox where batch = ${slug} order by id limit ${sent})`.execute(tx)
  })
}
