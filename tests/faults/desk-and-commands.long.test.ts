import { inspect } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { Refusal } from '../../desk/server/action.ts'
import { changes, reads, works } from '../../desk/server/actions.ts'
import { bookCall } from '../../src/features/calls/book-call.ts'
import { readFreeTimes } from '../../src/features/calls/calendar.ts'
import { writtenIn } from '../../src/features/calls/call-time.ts'
import { submitContact } from '../../src/features/leads/contact.form.ts'
import { seededRandom } from '../../src/lib/seeded-random.ts'
import { engines, type Place } from '../support/databases.ts'
import { openTestApp, type TestApp, visitor } from '../support/desk.ts'
import { addSubscribers, readerAddress } from '../support/readers.ts'
import { type Run, startChild } from '../support/run-studio.ts'
import { reply, startSmtpServer } from '../support/smtp-server.ts'

const [actions, subscribers] = [1_000, 40]
const [hourMs, dayMs] = [3_600_000, 86_400_000]

type Command = (...words: string[]) => Promise<Run>
type Random = () => number
type Mail = { id?: string; kind: string; state: string; attempts: number }
type Listed = Mail & { reference: string; status: string; name: string; email: string; start: string }
type Lead = Listed & { note: string | null; answeredAt: string | null; mails: Mail[] }

/** A process that runs one command after the other, each a line of JSON. */
const commandRunner = `
  import { createInterface } from 'node:readline'
  import { runStudio } from './tests/support/run-studio.ts'
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SMTP_URL } = process.env
  for await (const line of createInterface({ input: process.stdin }))
    process.stdout.write(JSON.stringify(await runStudio({ dataDir, databaseUrl }, JSON.parse(line), { SMTP_URL })) + '\\n')`

test.each(engines)('after 1,000 actions at once desk and commands show the same, on $name', async ({ createPlace }) => {
  const place = await createPlace()
  const server = await startSmtpServer({
    onRcptTo: ({ address }, _, done) => done(/^gone/.test(address) ? reply(550, 'no such user') : undefined),
  })
  const app = await openTestApp(place, { SMTP_URL: server.url }, { now: Date.now })
  await addSubscribers(app.database, subscribers)
  for (let n = 0; n < 12; n++) await visit(app, n)
  const failures: string[] = []
  let left = actions
  const desk = async (hand: number) => {
    const random = seededRandom(`desk ${hand}`)
    const isRefused = (error: unknown) => error instanceof Refusal || failures.push(inspect(error))
    while (left-- > 0) await onDesk(app, random).catch(isRefused)
  }
  const terminal = async (run: Command, hand: number) => {
    const random = seededRandom(`commands ${hand}`)
    while (left-- > 0) {
      const words = await wordsFor(app, random)
      const { code, stderr } = await run(...words)
      // What a command refuses is a sentence; a fault of the program shows where it was.
      if (code === null || /^\s+at /m.test(stderr)) failures.push(`${words.join(' ')}: ${stderr}`)
    }
  }
  const terminals = [1, 2].map(() => startTerminal(place, server.url))
  await Promise.all([...[1, 2, 3].map(desk), ...terminals.map(terminal)])
  expect(failures).toEqual([])
  expect(await shownByDesk(app)).toEqual(await shownByCommands(startTerminal(place, server.url)))
})

function startTerminal({ dataDir, databaseUrl }: Place, smtpUrl: string): Command {
  const place = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
  const child = startChild(['--input-type=module', '--eval', commandRunner], { ...place, SMTP_URL: smtpUrl })
  onTestFinished(child.kill)
  return async (...words) => {
    child.tell(JSON.stringify(words))
    return JSON.parse(await child.hear())
  }
}

/** Writes to the studio, or books a call. */
async function visit({ contact, calls }: TestApp, n: number): Promise<void> {
  const sender = `198.51.${100 + (n % 100)}.${(n * 7) % 250}`
  const [name, email] = [`Visitor ${n}`, `${n % 3 === 0 ? 'gone' : 'v'}${n}@example.com`]
  if (n % 2 === 0 || calls === undefined) {
    await submitContact(contact, { name, email, project: 'A shop' }, { ...visitor, sender })
    return
  }
  const free = await readFreeTimes(calls)
  const asked = { name, email, about: 'A call', start: free[(n * 5) % free.length] ?? 0, zone: 'Europe/Berlin' }
  await bookCall(calls, asked, { ...visitor, sender })
}

const oneOf = <T>(all: readonly T[], random: Random) => all[Math.floor(random() * all.length)]

/** Something that is there, as it is found now; another may be changing it. */
async function somethingIn(app: TestApp, random: Random) {
  const { db } = app.database
  const lead = oneOf(await db.selectFrom('leads').select(['reference', 'email']).orderBy('reference').execute(), random)
  const mails = await db.selectFrom('outbox').select('id').where('state', '!=', 'sent').orderBy('id').execute()
  const { calls, free, zone } = await reads.calls(app, {})
  const [booked, blocks] = [false, true].map((wanted) => calls.filter(({ isBlock }) => isBlock === wanted))
  const at = oneOf(free, random) ?? Date.now() + dayMs
  const clock = (ms: number) => writtenIn(ms, zone).slice(0, 16)
  return {
    reference: lead?.reference ?? 'KW-7GQ4M2XD',
    email: lead?.email ?? 'ada@example.com',
    mail: oneOf(mails, random)?.id ?? '00000000-0000-4000-8000-000000000000',
    call: oneOf(booked ?? [], random)?.id ?? 'KW-7GQ4M2XD',
    block: oneOf(blocks ?? [], random)?.id ?? 'BL-7GQ4M2XD',
    reader: readerAddress(Math.floor(random() * subscribers * 1.2)),
    from: clock(at),
    to: clock(at + hourMs),
    held: (await reads.mails(app, { view: 'waiting' })).held,
  }
}

async function onDesk(app: TestApp, random: Random): Promise<void> {
  const { reference, email, mail, call, block, reader, from, to, held } = await somethingIn(app, random)
  const status = oneOf(['ok', 'held', 'spam'], random)
  const work: (() => Promise<unknown>)[] = [
    () => visit(app, Math.floor(random() * 10_000)),
    () => changes.note(app, { reference, note: `desk ${random()}` }),
    () => changes.answer(app, { reference, at: random() < 0.5 ? 'now' : null }),
    () => changes.mark(app, { reference, status }),
    () => changes.moveCall(app, { id: call, to: from }),
    () => changes.cancelCall(app, { id: call, note: '' }),
    () => changes.block(app, { from, to, note: 'desk' }),
    () => changes.unblock(app, { id: block }),
    () => changes.retryMails(app, random() < 0.5 ? { ids: [mail] } : { state: 'failed' }),
    () => changes.deleteMails(app, { ids: [mail] }),
    () => changes.muteMails(app, { because: 'desk' }),
    () => changes.unmuteMails(app, { confirm: held.mails + held.letters }),
    () => changes.removeReader(app, { email: reader }),
    () => works.importReaders(app, { list: reader, words: 'Yes', at: '2026-05-01', from: 'desk', isTrial: false }),
    () => changes.forgetPerson(app, { email }),
    () => reads.request(app, { reference }),
  ]
  await oneOf(work, random)?.()
}

async function wordsFor(app: TestApp, random: Random): Promise<string[]> {
  const { reference, email, mail, call, block, reader, from, to, held } = await somethingIn(app, random)
  const all = [
    ['leads', 'note', reference, `command ${random()}`],
    ['leads', 'answered', reference, ...(random() < 0.5 ? ['--undo'] : [])],
    ['leads', 'mark', reference, random() < 0.5 ? 'spam' : 'ham'],
    ['calls', 'move', call, from],
    ['calls', 'cancel', call],
    ['calls', 'block', from, to, 'command'],
    ['calls', 'unblock', block],
    ['mail', 'retry', random() < 0.5 ? mail : '--failed'],
    ['mail', 'drop', mail],
    ['mail', 'mute', 'command'],
    ['mail', 'unmute', '--confirm', `${held.mails}`],
    ['subscribers', 'remove', reader],
    ['forget', email],
    ['leads', 'show', reference],
  ]
  return oneOf(all, random) ?? []
}

const mailsOf = (mails: readonly Mail[]) =>
  mails.map((mail) => `${mail.kind} ${mail.state} ${mail.attempts}`).toSorted()

/** Free times near now, and at the far end, come and go while it is looked. */
const settled = (times: readonly number[]) =>
  times.filter((time) => time > Date.now() + 2 * dayMs && time < Date.now() + 10 * dayMs)

async function shownByDesk(app: TestApp) {
  const { leads } = await reads.requests(app, { view: 'all', search: '' })
  const whole = await Promise.all(leads.map(({ reference }) => reads.request(app, { reference })))
  const { mails, muted } = await reads.mails(app, { view: 'all' })
  const { calls, free } = await reads.calls(app, {})
  const { readers } = await reads.readers(app, { state: 'all', search: '' })
  return {
    leads: whole.map((each) => [each.reference, each.status, each.note, each.answeredAt, mailsOf(each.mails)]),
    mails: mails.map(({ id, state, attempts, last_error }) => `${id} ${state} ${attempts} ${last_error}`).toSorted(),
    isMuted: muted !== undefined,
    calls: calls.flatMap(({ id, isBlock, starts_at, isHeld, name }) =>
      isBlock ? [] : [[id, starts_at, isHeld ? 'held' : 'booked', name]],
    ),
    free: settled(free),
    subscribers: readers.map(({ email, state }) => `${email} ${state}`).toSorted(),
  }
}

async function shownByCommands(run: Command) {
  const json = async <T>(...words: string[]): Promise<T> => JSON.parse((await run(...words, '--json')).stdout)
  const list = async <T>(...words: string[]) => await json<T[]>(...words, '-n', '99999')
  const msOrNull = (time: string | null) => (time === null ? null : Date.parse(time))
  const leads = await list<Lead>('leads')
  const mails = await list<Listed & { answer: string | null }>('mail')
  const calls = await json<Listed[]>('calls')
  const readers = await list<Listed>('subscribers')
  return {
    leads: leads.map(({ reference, status, note, answeredAt, mails }) => [
      reference,
      status,
      note ?? '',
      msOrNull(answeredAt),
      mailsOf(mails),
    ]),
    mails: mails.map(({ id, state, attempts, answer }) => `${id} ${state} ${attempts} ${answer}`).toSorted(),
    isMuted: (await json<{ muted: object | null }>('glance')).muted !== null,
    calls: calls.map(({ reference, start, state, name }) => [reference, Date.parse(start), state, name]),
    free: settled((await json<string[]>('calls', 'times')).map((time) => Date.parse(time))),
    subscribers: readers.map(({ email, state }) => `${email} ${state}`).toSorted(),
  }
}
