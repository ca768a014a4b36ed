import { describe, expect, test } from 'vitest'
import { emailAddresses } from '../platform/content/email-sender.ts'
import { mailboxKey } from '../platform/email/address.ts'
import { readFreeTimes } from '../server/calls/calendar.ts'
import { confirmLink, manageLink } from '../server/calls/links.ts'
import { formatInstant } from '../server/calls/times.ts'
import { engines, longTest, sqlite } from './support/databases.ts'
import { act, callsOf, openTestApp, type TestApp, writtenEmails } from './support/desk.ts'
import { postJson, pressOn } from './support/http.ts'

const minuteMs = 60_000
const bare = { elapsedMs: undefined }

const freeTimes = (app: TestApp) => readFreeTimes(callsOf(app))

async function postCall(app: TestApp, email: string, start: number, sender: string, marks: object = {}) {
  const words = { name: 'Ada', email, start: formatInstant(start, 'UTC') }
  const response = await postJson(app, { ...words, ...marks }, { form: 'call', sender })
  return { status: response.status, ...(await response.json()) }
}

type Attack = {
  marks: object
  senderOf: (n: number) => string
  mailboxOf: (n: number) => string
  /** Whether the attacker follows the links in the emails. */
  isProving?: boolean
}

/** A hundred addresses fill the calendar, move calls of a victim about, and book and cancel, every five minutes. */
async function attack(app: TestApp, minutes: number, given: Attack): Promise<void> {
  const { marks, senderOf, mailboxOf, isProving = false } = given
  for (let minute = 0; minute < minutes; minute += 5) {
    const free = await freeTimes(app)
    const times = free.map((start) => formatInstant(start, 'UTC'))
    for (let n = 0; n < 100; n++) {
      const i = minute * 100 + n
      const mailbox = n % 5 === 0 ? `v.ictim+${i}@gmail.com` : mailboxOf(i)
      const start = free[(i * 7) % free.length] ?? 0
      const { manage, reference, state } = await postCall(app, mailbox, start, senderOf(n), marks)
      if (manage === undefined) continue
      if (isProving) {
        const links = callsOf(app)
        if (state !== 'booked') await pressOn(app, confirmLink(links, reference), { do: 'confirm' })
        await pressOn(app, manageLink(links, reference), { start: times[(i * 11) % times.length] ?? '' })
        continue
      }
      const others = [3, 11, 19, 27].map((k) => times[(i * k) % times.length] ?? '')
      if (n % 3 === 1) for (const start of others) await pressOn(app, manage, { start })
      if (n % 3 === 2) await pressOn(app, manage, { do: 'cancel' })
    }
    app.clock.now += 5 * minuteMs
  }
}

/** @returns how the visitor's call came about */
async function bookHonestly(app: TestApp): Promise<'at once' | 'after one confirmation' | 'once approved'> {
  const email = 'ada@honest.example'
  const [start = 0] = await freeTimes(app)
  const { status, state, reference } = await postCall(app, email, start, '203.0.113.7')
  expect(status).toBe(200)
  if (state === 'booked') return 'at once'
  const { text = '' } = (await writtenEmails(app)).find(({ to_address }) => to_address === email) ?? {}
  const pressed = await pressOn(app, /http\S+key=\S+/.exec(text)?.[0] ?? '', { do: 'confirm' })
  expect(pressed).toMatchObject({ status: 200, call: { starts_at: start } })
  if (pressed.state === 'new') return 'after one confirmation'
  expect(await act(app, 'calls.approve', { reference })).toMatchObject({ state: 'booked', starts_at: start })
  return 'once approved'
}

async function emailsToEach({ database: { db } }: TestApp): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const emails = db.selectFrom('outbox').select('to_address').where('kind', 'not like', 'call-reminder%')
  for (const { to_address } of await emails.execute()) {
    const mailbox = mailboxKey(to_address)
    counts.set(mailbox, (counts.get(mailbox) ?? 0) + 1)
  }
  return counts
}

test('the page’s link changes a call twice a day, the email’s link ten times, and each change sends an email', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  const times = await freeTimes(app)
  const { manage, reference } = await postCall(app, 'ada@example.com', times[0] ?? 0, '203.0.113.7')
  const emailsToAda = async () => (await emailsToEach(app)).get('ada@example.com')
  const move = async (link: string, n: number) => {
    app.clock.now += minuteMs
    return (await pressOn(app, link, { start: formatInstant(times[n] ?? 0, 'UTC') }))?.status
  }
  expect([await move(manage, 1), await move(manage, 2), await move(manage, 3)]).toEqual([200, 200, 429])
  const { problems } = callsOf(app).calls
  const refused = { status: 429, state: 'booked', message: problems.changes }
  expect(await pressOn(app, manage, { start: formatInstant(times[3] ?? 0, 'UTC') })).toMatchObject(refused)
  expect(await emailsToAda()).toBe(3)
  const statuses: unknown[] = []
  for (let n = 4; n < 14; n++) statuses.push(await move(manageLink(callsOf(app), reference), n))
  expect([statuses, await emailsToAda()]).toEqual([[...Array(8).fill(200), 429, 429], 11])
})

test('a reminder of an unverified call is one of the day’s three emails', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  // A Monday, so that there are times on the day after.
  app.clock.now = Date.UTC(2026, 10, 23, 9, 30)
  const times = (await freeTimes(app)).filter((time) => time > app.clock.now + 25 * 60 * minuteMs)
  const { manage } = await postCall(app, 'ada@example.com', times[8] ?? 0, '203.0.113.7')
  for (const n of [4, 0]) await pressOn(app, manage, { start: formatInstant(times[n] ?? 0, 'UTC') })
  app.clock.now = (times[0] ?? 0) - 24 * 60 * minuteMs
  await app.outbox.sendDue()
  const kinds = (await writtenEmails(app)).map(({ kind }) => kind)
  expect(kinds).toContain('call-reminder-owner')
  expect(kinds).not.toContain('call-reminder')
})

test('a cancellation is never refused, and a visitor who uses an emailed link may book again that day', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  const times = await freeTimes(app)
  const post = (n: number) => postCall(app, 'ada@example.com', times.at(n) ?? 0, '203.0.113.7')
  const cancel = async (link: string) => (await pressOn(app, link, { do: 'cancel' }))?.state
  const first = await post(0)
  await pressOn(app, first.manage, { start: formatInstant(times[8] ?? 0, 'UTC') })
  // Without an email, so that the third is one with a link.
  expect([await cancel(first.manage), (await emailsToEach(app)).get('ada@example.com')]).toEqual(['cancelled', 2])
  const { reference } = await post(-1)
  expect(await cancel(manageLink(callsOf(app), reference))).toBe('cancelled')
  expect((await post(4)).status).toBe(200)
})

/** Five networks of IPv4 and five of IPv6. */
const fromTen = (n: number) => (n < 50 ? `10.${n % 5}.0.${n}` : `2001:db8:${n % 5}:${n}::1`)
const fromHundred = (n: number) => `10.${n}.0.1`
/** The visitor's own. */
const fromOne = (n: number) => `203.0.113.${n + 10}`
const toMany = (n: number) => `a${n}@d${n}.example`
const toOne = (n: number) => `a${n}@honest.example`

test('beyond the verified calls’ shares, a confirmed call takes its time once the owner approves it', async () => {
  const app = await openTestApp(await sqlite.createPlace(), {}, { limits: { ownerCallEmails: { max: 100 } } })
  const calls = callsOf(app)
  const times = await freeTimes(app)
  const confirm = async (n: number) => {
    const { reference } = await postCall(app, `a${n}@one.example`, times[n * 4] ?? 0, `10.0.${n}.1`, { website: 'x' })
    return { reference, ...(await pressOn(app, confirmLink(calls, reference), { do: 'confirm' })) }
  }
  const states: unknown[] = []
  let last = await confirm(0)
  for (let n = 1; last.state === 'new'; n++) {
    states.push(last.call.is_verified)
    last = await confirm(n)
  }
  const verified = states.indexOf(0)
  expect(verified).toBeGreaterThan(0)
  expect(states).toEqual([...Array(verified).fill(1), ...Array(states.length - verified).fill(0)])
  expect(last).toMatchObject({ status: 200, state: 'requested' })
  const { reference, call } = last
  expect(await freeTimes(app)).toContain(call.starts_at)
  const kinds = async () => {
    const emails = (await writtenEmails(app)).filter(({ about }) => about === reference)
    return emails.map(({ kind }) => kind).filter((kind) => !kind.startsWith('call-reminder'))
  }
  expect(await kinds()).toEqual(expect.arrayContaining(['call-requested', 'call-requested-owner']))
  expect((await act(app, 'calls.list', {})).find((each) => each.reference === reference)).toMatchObject({
    state: 'requested',
  })
  app.clock.now += minuteMs
  await act(app, 'calls.approve', { reference })
  expect(await freeTimes(app)).not.toContain(call.starts_at)
  expect(await kinds()).toEqual(expect.arrayContaining(['call-booked', 'call-booked-owner']))
  await expect(act(app, 'calls.approve', { reference })).rejects.toThrow('already booked')
})

describe.each(engines)('an attack on the calls on $name', (engine) => {
  const sufferFor = async (minutes: number, given: Attack) => {
    const app = await openTestApp(await engine.createPlace())
    const before = (await freeTimes(app)).length
    await attack(app, minutes, given)
    expect((await freeTimes(app)).length).toBeGreaterThan(before / 2)
    const { [mailboxKey(emailAddresses(app.environment, app.studio).leadsTo.address)]: toOwner = 0, ...others } =
      Object.fromEntries(await emailsToEach(app))
    expect(Math.max(...Object.values(others))).toBeLessThanOrEqual(3)
    const { max } = app.limits.ownerCallEmails
    expect(toOwner).toBeLessThanOrEqual(max + minutes / 5)
    return await bookHonestly(app)
  }

  test('from a hundred addresses of the visitor’s network leaves each mailbox three emails, and free times for a visitor who confirms', async () => {
    const given = { marks: {}, senderOf: fromOne, mailboxOf: toMany }
    expect(await sufferFor(5, given)).toBe('after one confirmation')
  })

  test('by one domain that takes all mail, from ten networks, leaves half of the times', async () => {
    const mailboxOf = (n: number) => `a${n}@${n}.catch-all.example`
    const given = { marks: {}, senderOf: fromTen, mailboxOf, isProving: true }
    expect(await sufferFor(5, given)).toMatch(/at once|after one confirmation/)
  })

  longTest.each([
    ['from ten networks with the page’s marks', { marks: {}, senderOf: fromTen, mailboxOf: toMany }],
    ['from ten networks without them', { marks: bare, senderOf: fromTen, mailboxOf: toMany }],
    ['from a hundred with the marks to one domain', { marks: {}, senderOf: fromHundred, mailboxOf: toOne }],
    ['from a hundred without them to one domain', { marks: bare, senderOf: fromHundred, mailboxOf: toOne }],
    ['by a hundred domains', { marks: {}, senderOf: fromHundred, mailboxOf: toMany, isProving: true }],
    ['by a hundred domains without marks', { marks: bare, senderOf: fromHundred, mailboxOf: toMany, isProving: true }],
  ])('that goes on for an hour, %s, leaves half of the times to others', async (_, given) => {
    expect(await sufferFor(60, given)).toMatch('isProving' in given ? /./ : /at once|after one confirmation/)
  })
})
