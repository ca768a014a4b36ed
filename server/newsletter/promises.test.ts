import { describe, expect, test } from 'vitest'
import { siteContent } from '../../platform/content/site-content.ts'
import { OutboxWorker } from '../../platform/email/outbox/worker.ts'
import { createSilentLog } from '../../platform/log.ts'
import { engines, isLong, sqlite } from '../../tests/support/databases.ts'
import { act, ada, callsOf, openTestApp, type TestApp } from '../../tests/support/desk.ts'
import { ask, postJson, pressOn, send } from '../../tests/support/http.ts'
import { judging, taken } from '../../tests/support/sending.ts'
import { readFreeTimes } from '../calls/calendar.ts'
import { issueBatches } from './issues/sender.ts'
import { unsubscribePath } from './links.ts'
import { findSubscriber } from './store.ts'

const dayMs = 24 * 3_600_000

const steps = ['sign up', 'confirm', 'unsubscribe', 'remove'] as const
type Step = (typeof steps)[number]

/** All sequences of this length that start with a sign-up. Only sign-ups can occur twice in a row. */
function sequences(length: number): Step[][] {
  if (length === 1) return [['sign up']]
  return sequences(length - 1).flatMap((start) => {
    const others = steps.filter((step) => step === 'sign up' || step !== start.at(-1))
    return others.map((step) => [...start, step])
  })
}

/** The expected state of a person who goes through a sequence. */
type Person = {
  email: string
  sender: string
  state?: 'pending' | 'confirmed' | 'unsubscribed' | undefined
  /** Number of times they left or were removed. Each time invalidates earlier links. */
  departures: number
  link?: { url: string; departures: number }
  gotAt?: number
  /** Number of emails that pages have promised them since their last decision. */
  promised: number
  isWaiting: boolean
}

const length = isLong ? 5 : 4
const generous = { address: 1_000_000, network: 1_000_000, everyone: 1_000_000 }
const limits = { newsletterPosts: generous, newsletterEmails: { ...generous, domain: 1_000_000 } }

describe.each(engines)('a page that promises an email has one in the outbox, on $name', (engine) => {
  test.each([
    ['before emails are sent', false],
    ['while emails are sent', true],
  ])('after any order of signing up, confirming, leaving, and being removed, %s', async (_, isSending) => {
    const app = await openTestApp(await engine.createPlace(), {}, { limits })
    const people = sequences(length).map((all, n): Person & { all: Step[] } => {
      const email = `Ada@d${n}.example`
      return { all, email, sender: `10.0.${n >> 8}.${n & 255}`, departures: 0, promised: 0, isWaiting: false }
    })
    const broken: string[] = []
    const byAddress = new Map<string, Person>(people.map((person) => [person.email, person]))
    const { mailer } = judging((_, { to, text }) => {
      const person = byAddress.get(to.address)
      if (person === undefined) throw new Error('an email to nobody')
      const report = (problem: string) => broken.push(`${person.email} ${problem}`)
      if (person.state !== 'pending' && person.state !== 'confirmed') report('gets an email after leaving')
      if (person.promised < 1) report('gets an email that no page promised')
      if (app.clock.now - (person.gotAt ?? 0) < dayMs) report('gets two emails within a day')
      const url = /http\S+\/confirm\?key=\S+/.exec(text)?.[0]
      if (url !== undefined) person.link = { url, departures: person.departures }
      Object.assign(person, { gotAt: app.clock.now, promised: person.promised - 1, isWaiting: false })
      return taken
    })
    const log = createSilentLog()
    const outbox = new OutboxWorker({ ...app, mailer, log, batches: issueBatches({ ...app, log }) })
    for (let n = 0; n < length; n++) {
      for (const person of people) {
        const step = person.all[n]
        if (step !== undefined && !(await perform(app, person, step))) broken.push(`${person.email} waits for nothing`)
      }
      app.clock.now += 1_000
      if (isSending) await outbox.sendDue()
    }
    for (let day = 0; day < 3; day++) {
      await outbox.sendDue()
      app.clock.now += dayMs
    }
    for (const person of people) {
      const { state } = (await findSubscriber(app.database.db, { email_key: person.email.toLowerCase() })) ?? {}
      if (state !== person.state) broken.push(`${person.email} is ${state}, not ${person.state}`)
      if (person.isWaiting) broken.push(`${person.email} never got the email`)
    }
    const named = broken.map((line) => {
      const [email, ...problem] = line.split(' ')
      return `${people.find((person) => person.email === email)?.all.join(', ')}: ${problem.join(' ')}`
    })
    expect(named).toEqual([])
  })
})

test('contact and consultation promise no email, and every page about a call has one in the outbox', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  const { home, chat } = siteContent()
  const { form, received } = home.contact
  expect(`${form.success} ${received.heading}`).not.toMatch(/mail|inbox/i)
  expect(chat.consultation.success).not.toMatch(/mail|inbox/i)
  const kinds = async () =>
    (await app.database.db.selectFrom('outbox').select('kind').where('to_address', '=', ada.email).execute())
      .map(({ kind }) => kind)
      .filter((kind) => !kind.startsWith('call-reminder'))
  const times = await readFreeTimes(callsOf(app))
  const booked = await postJson(app, { ...ada, start: at(times[0]) }, { form: 'call' })
  const { state, manage } = await booked.json()
  expect([state, await kinds()]).toEqual(['booked', ['call-booked']])
  expect((await pressOn(app, manage, { start: at(times.at(-1)) })).state).toBe('moved')
  expect(await kinds()).toEqual(['call-booked', 'call-moved'])
  const reserved = await postJson(
    app,
    { ...ada, email: 'bob@example.com', start: at(times[0]), website: 'x' },
    { form: 'call' },
  )
  expect(await reserved.json()).toMatchObject({ state: 'held' })
  const asked = app.database.db.selectFrom('outbox').select('kind').where('to_address', '=', 'bob@example.com')
  expect(await asked.execute()).toEqual([{ kind: 'call-confirm' }])
})

const at = (ms = 0) => new Date(ms).toISOString()

/** Performs a step. @returns whether the page's promise of an email, if any, is kept */
async function perform(app: TestApp, person: Person, step: Step): Promise<boolean> {
  const { email, sender, link } = person
  if (step === 'sign up') {
    expect(await send(app, { email }, { form: 'newsletter', sender })).toMatch(/^NL-/)
    if (person.state !== 'confirmed') person.state = 'pending'
    return await promise(app, person)
  }
  if (step === 'confirm') {
    if (link === undefined) return true
    const isValid = person.state === 'pending' && link.departures === person.departures
    if (isValid) Object.assign(person, { state: 'confirmed', promised: 0, isWaiting: false })
    const response = await ask(app, new URL(link.url).href, { method: 'POST' })
    const page = (await response.json()).shown.emailLink
    return page === 'resent' || page === 'waiting' ? await promise(app, person) : true
  }
  const subscriber = await findSubscriber(app.database.db, { email_key: email.toLowerCase() })
  if (subscriber === undefined) return true
  if (step === 'remove') await act(app, 'subscribers.remove', { addresses: [email] })
  else await ask(app, unsubscribePath(app.linkKey, subscriber.id), { method: 'POST' })
  const state = step === 'remove' ? undefined : 'unsubscribed'
  Object.assign(person, { state, promised: 0, isWaiting: false, departures: person.departures + 1 })
  return true
}

async function promise({ database: { db } }: TestApp, person: Person): Promise<boolean> {
  Object.assign(person, { promised: person.promised + 1, isWaiting: true })
  const unsent = db.selectFrom('outbox').select('id').where('to_address', '=', person.email)
  return (await unsent.where('state', '=', 'queued').executeTakeFirst()) !== undefined
}
