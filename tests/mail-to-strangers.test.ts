import { describe, expect, test } from 'vitest'
import { sendWaiting } from '../src/features/newsletter/newsletter-mails.ts'
import { defaultLimits } from '../src/limits.ts'
import { engines } from './support/databases.ts'
import { ada, adaBooking, openTestApp, pageMarks, type TestApp } from './support/desk.ts'

const site = 'http://localhost:4321'

type Path = 'contact' | 'booking' | 'newsletter'

function post(app: TestApp, path: Path, init: { body: BodyInit; headers: Record<string, string> }, sender: string) {
  const headers = { host: new URL(site).host, ...init.headers }
  const request = new Request(`${site}/api/${path}`, { method: 'POST', headers, body: init.body })
  return app.postForm(path, request, sender, 'test')
}

/** A post by the page's script, or by a program that says the same. */
function postJson(app: TestApp, path: Path, values: object, sender = '203.0.113.7', marks: object = pageMarks) {
  const headers = { 'content-type': 'application/json', origin: site }
  return post(app, path, { headers, body: JSON.stringify({ ...values, ...marks }) }, sender)
}

async function mailsTo(app: TestApp, isMeant: (address: string) => boolean): Promise<number> {
  const mails = await app.database.db.selectFrom('outbox').select('to_address').execute()
  return mails.filter(({ to_address }) => isMeant(to_address)).length
}

describe.each(engines)('a stranger’s mailbox on $name', (engine) => {
  const open = async () => openTestApp(await engine.createPlace())

  test('gets one mail a day, whatever forms name it, in whatever spelling, also 60 times at once', async () => {
    const app = await open()
    const dotted = (n: number) => [...'victim'].map((letter, i) => ((n >> i) & 1 ? `${letter}.` : letter)).join('')
    const spellings = (n: number) => [
      `victim+c${n}@gmail.com`,
      `${dotted(n & 31)}@googlemail.com`,
      `Vic.tim+${n}@GMAIL.com`,
    ]
    const posts = Array.from({ length: 20 }, (_, n) => {
      const [first = '', second = '', third = ''] = spellings(n)
      return [
        postJson(app, 'contact', { ...ada, project: `Kite ${n}`, email: first }, '198.51.100.1'),
        postJson(app, 'booking', { ...adaBooking, requirements: `Kite ${n}`, email: second }, '198.51.100.1'),
        postJson(app, 'newsletter', { email: third }, '198.51.100.1'),
      ]
    })
    const answers = await Promise.all(posts.flat())
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200))
    expect(await mailsTo(app, (address) => address !== 'hello@kitewright.example')).toBe(1)
  })
})

describe.each(engines)('a receipt on $name', (engine) => {
  const open = async () => openTestApp(await engine.createPlace())
  const receiptsOf = (app: TestApp) => mailsTo(app, (address) => address !== 'hello@kitewright.example')
  /** By a mail of its own, or with others. */
  const toOwner = async ({ database: { db } }: TestApp) => {
    const alone = await db.selectFrom('outbox').select('id').where('kind', 'like', '%-owner').execute()
    const together = await db.selectFrom('leads').select('reference').where('digest', 'is not', null).execute()
    return alone.length + together.length
  }

  test.each([
    ['JSON with the time that a visitor took', 1, (app: TestApp) => postJson(app, 'contact', ada)],
    ['JSON without it', 0, (app: TestApp) => postJson(app, 'contact', ada, '203.0.113.7', {})],
    [
      'JSON of a clock that was set back',
      0,
      (app: TestApp) => postJson(app, 'contact', ada, '203.0.113.7', { elapsedMs: -1 }),
    ],
    ['a form with the page’s Origin', 1, (app: TestApp) => postForm(app, { origin: site })],
    ['a form without one', 0, (app: TestApp) => postForm(app, {})],
  ])('is sent for what bears the marks of the page: %s', async (_, receipts, send) => {
    const app = await open()
    expect(await send(app)).toMatchObject({ status: 200, reference: expect.stringMatching(/^KW-/) })
    expect([await toOwner(app), await receiptsOf(app)]).toEqual([1, receipts])
  })

  function postForm(app: TestApp, headers: Record<string, string>) {
    const type = 'application/x-www-form-urlencoded'
    return post(
      app,
      'contact',
      { body: new URLSearchParams(ada).toString(), headers: { 'content-type': type, ...headers } },
      '203.0.113.7',
    )
  }

  test('is left out above the hour’s room, for the site and for a domain; the request is taken and told as ever', async () => {
    const app = await open()
    const room = defaultLimits.receipts.max
    const write = async (count: number, address: (n: number) => string) => {
      for (let n = 0; n < count; n++) {
        const sender = `10.${count}.${n}.1`
        expect(await postJson(app, 'contact', { ...ada, email: address(n) }, sender)).toMatchObject({ status: 200 })
      }
    }
    await write(room / 2, (n) => `ada${n}@catch-all.example`)
    expect(await receiptsOf(app)).toBe(room / 4)
    await write(room, (n) => `ada@d${n}.example`)
    expect(await receiptsOf(app)).toBe(room)
    expect(await toOwner(app)).toBe(room + room / 2)
    app.clock.now += 3_600_000
    await write(1, () => 'late@catch-all.example')
    expect(await receiptsOf(app)).toBe(room + 1)
  })

  test('and a subscription on one day are one mail; the link to confirm comes when the day is over', async () => {
    const app = await open()
    await postJson(app, 'contact', ada)
    await postJson(app, 'newsletter', { email: ada.email })
    expect(await receiptsOf(app)).toBe(1)
    app.clock.now += 24 * 3_600_000
    await sendWaiting(app.newsletter)
    expect(await receiptsOf(app)).toBe(2)
    await postJson(app, 'booking', adaBooking)
    expect([await receiptsOf(app), await toOwner(app)]).toEqual([2, 2])
  })
})

describe.each(engines)('the newsletter on $name', (engine) => {
  test('takes strangers after five addresses have used up what they could', async () => {
    const app = await openTestApp(await engine.createPlace())
    for (let n = 0; n < 100; n++) {
      await postJson(app, 'newsletter', { email: `flood${n}@d${n}.example` }, `198.51.${n % 5}.1`)
    }
    const strangers = Array.from({ length: 25 }, (_, n) =>
      postJson(app, 'newsletter', { email: `ada${n}@s${n}.example` }, `203.0.${n}.7`),
    )
    expect((await Promise.all(strangers)).map(({ status }) => status)).toEqual(Array(25).fill(200))
  })
})
