import { sql } from 'kysely'
import type { SubscriberRow } from '../../migrations/tables.ts'
import { defaultLimits } from '../../platform/limits/limits.ts'
import { dayMs, minuteMs } from '../../platform/text/time-text.ts'
import { issueSource, sendIssue } from '../../server/newsletter/issues/issue.ts'
import { countConfirmed, saveDraft, updateIssue } from '../../server/newsletter/issues/store.ts'
import { endSubscriber, insertSubscribers } from '../../server/newsletter/store.ts'
import names from './names.json' with { type: 'json' }
import type { Filling } from './studio.ts'

/** `left`: when and how the subscriber left the list, if they did. */
type Member = { row: SubscriberRow; left?: { at: number; state: 'unsubscribed' | 'bounced' } }

/** Adds subscribers and unsubscribes some of them between issues. */
export async function fillNewsletter(demo: Filling): Promise<void> {
  const { app, studio, clock, now } = demo
  const { database, limits, salt } = app
  const members = membersOf(demo)
  const updateMembers = async (from: number, to: number) => {
    const isNow = (at: number) => at > from && at <= to
    const joined = members.filter(({ row }) => isNow(row.created_at)).map(({ row }) => row)
    await database.write(async (tx) => {
      for (let n = 0; n < joined.length; n += 500) await insertSubscribers(tx, joined.slice(n, n + 500))
      for (const { row, left } of members)
        if (left && isNow(left.at)) await endSubscriber(tx, row.id, left.state, { salt, now: left.at })
    })
    return to
  }
  let until = Number.NEGATIVE_INFINITY
  for (const { slug, daysAgo, sent } of studio.issues) {
    const minutesAgo = sent === undefined ? daysAgo * 24 * 60 : sent / limits.emailsPerMinute
    clock.at = Math.round(now - minutesAgo * minuteMs)
    until = await updateMembers(until, clock.at)
    await send(demo, slug, sent)
  }
  await updateMembers(until, now)
  await database.write((tx) => saveDraft(tx, { slug: studio.draft.slug, tested_at: now - 98 * minuteMs }))
}

async function send({ app, now }: Filling, slug: string, sent?: number): Promise<void> {
  const { renderIssue } = await import('../../server/newsletter/issues/render-issue.tsx')
  const { article, site, from, header } = await issueSource(app, slug)
  const count = await countConfirmed(app.database.db)
  await sendIssue(app, { slug, from, rendered: renderIssue(article, site, header), confirm: count })
  const finished_at = Math.round(app.now() + (count / defaultLimits.emailsPerMinute) * minuteMs)
  await app.database.write(async (tx) => {
    // The remaining emails go out while the demo runs.
    await updateIssue(tx, slug, sent === undefined ? { state: 'done', finished_at } : { next_at: now + 500 })
    await sql`update outbox set state = 'sent', attempts = 1, sent_at = created_at + 60000
      where id in (select id from outbox where batch = ${slug} order by id limit ${sent ?? count})`.execute(tx)
  })
}

function membersOf({ studio, now }: Filling): Member[] {
  const named = new Set(studio.subscribers.flatMap(({ emails = [] }) => emails))
  const { first, companies } = names
  // Consecutive addresses differ in both name and company.
  const all = Array.from({ length: first.length * companies.length }, (_, n) => {
    const company = companies[(n + Math.floor(n / first.length)) % companies.length]
    return `${first[n % first.length]}@${company}.example`
  })
  const others = all.filter((email) => !named.has(email)).values()
  const consent_words = 'Send me new articles by email. [Subscribe]'
  return studio.subscribers.flatMap(
    ({ from, to, count, state = 'confirmed', emails = [], pages = names.pages, leftAfter }) =>
      Array.from({ length: count }, (_, n): Member => {
        const email = emails[n] ?? others.next().value ?? ''
        const at = Math.round(now - (from + ((to - from) * (n + 0.3)) / count) * dayMs)
        const isOpen = state === 'pending' || state === 'suspicious'
        const page = pages[n % pages.length] ?? '/'
        const row: SubscriberRow = {
          id: email,
          reference: `NL-${email}`,
          ...{ email, email_key: email, request_key: null, consent_words, consent_network: '198.51.100.0/24' },
          state: isOpen ? state : 'confirmed',
          reasons: state === 'suspicious' ? '["the hidden field was filled"]' : '[]',
          consent_page: page,
          ...{ consent_at: at, created_at: at, unsubscribed_at: null },
          // Imported subscribers confirmed elsewhere.
          confirmed_at: isOpen ? null : page.startsWith('/') ? at + 2 * minuteMs : at,
        }
        if (leftAfter === undefined) return { row }
        return { row, left: { at: at + leftAfter * dayMs, state: state === 'bounced' ? state : 'unsubscribed' } }
      }),
  )
}
