import { describe, expect, test } from 'vitest'
import { engines } from './support/databases.ts'
import { ada, adaBooking, openTestApp, pageMarks, type TestApp } from './support/desk.ts'

const site = 'http://localhost:4321'

/** A post by a program that says whatever it likes, but comes from the network that it comes from. */
function postJson(app: TestApp, path: 'contact' | 'booking' | 'newsletter', values: object, sender: string) {
  const body = JSON.stringify({ ...values, ...pageMarks })
  const headers = { 'content-type': 'application/json', origin: site, host: 'localhost:4321' }
  const request = new Request(`${site}/api/${path}`, { method: 'POST', headers, body })
  const post = { contact: app.postContact, booking: app.postBooking, newsletter: app.postNewsletter }[path]
  return post(request, sender, 'test')
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

describe.each(engines)('the newsletter on $name', (engine) => {
  test('takes strangers after five addresses have used up what they could', async () => {
    const app = await openTestApp(await engine.createPlace())
    const flood = Array.from({ length: 100 }, (_, n) =>
      postJson(app, 'newsletter', { email: `flood${n}@d${n}.example` }, `198.51.${n % 5}.1`),
    )
    await Promise.all(flood)
    const strangers = Array.from({ length: 25 }, (_, n) =>
      postJson(app, 'newsletter', { email: `ada${n}@s${n}.example` }, `203.0.${n}.7`),
    )
    expect((await Promise.all(strangers)).map(({ status }) => status)).toEqual(Array(25).fill(200))
  })
})
