import { inspect } from 'node:util'
import { onTestFinished } from 'vitest'
import { Refusal } from '../../desk/server/action.ts'
import { changes, reads, works } from '../../desk/server/actions.ts'
import { bookCall } from '../../src/features/calls/book-call.ts'
import { readFreeTimes } from '../../src/features/calls/calendar.ts'
import { writtenIn } from '../../src/features/calls/call-time.ts'
import { submitContact } from '../../src/features/leads/contact.form.ts'
import { seededRandom } from '../../src/lib/seeded-random.ts'
import type { Place } from '../support/databases.ts'
import { openTestApp, type TestApp, visitor } from '../support/desk.ts'
import { addSubscribers, readerAddress } from '../support/readers.ts'
import { type Run, startChild } from '../support/run-studio.ts'
import { reply, startSmtpServer } from '../support/smtp-server.ts'
import { wrongTimes } from './change-calls.ts'

const readers = 40
const hands = { desk: 3, commands: 2 }
const dayMs = 86_400_000

type Command = (...words: string[]) => Promise<Run>

/** What the desk and the commands are given to do at once, by people who know nothing of each other. */
export async function workAtOnce(place: Place, actions: number, seed: string) {
  const server = await startSmtpServer({
    onRcptTo: ({ address }, _, done) => done(/^gone/.test(address) ? reply(550, 'no such user') : undefined),
  })
  const app = await openTestApp(place, { SMTP_URL: server.url }, { now: Date.now })
  await addSubscribers(app.database, readers)
  for (let n = 0; n < 12; n++) await comeByVisitor(app, n)
  const failures: string[] = []
  let left = actions
  const desk = async (hand: number) => {
    const random = seededRandom(`${seed} desk ${hand}`)
    while (left-- > 0) await onDesk(app, random).catch((error: unknown) => failures.push(faultOf(error)))
  }
  const commands = Array.from({ length: hands.commands }, () => commandsAt(place, server.url))
  const terminal = async (run: Command, hand: number) => {
    const random = seededRandom(`${seed} commands ${hand}`)
    while (left-- > 0) {
      const words = await wordsFor(app, random)
      const { code, stderr } = await run(...words)
      // What a command refuses is a sentence; a fault of the program shows where it was.
      if (code === null || /^\s+at /m.test(stderr)) failures.push(`${words.join(' ')}: ${stderr}`)
    }
  }
  await Promise.all([...Array.from({ length: hands.desk }, (_, hand) => desk(hand)), ...commands.map(terminal)])
  const [run = async () => await Promise.reject(new Error('no command runs'))] = commands
  return {
    failures: failures.filter((each) => each !== ''),
    wrongTimes: await wrongTimes(app.database, app.calls?.calls.pauseMinutes ?? 0),
    byDesk: await shownByDesk(app),
    byCommands: await shownByCommands(run),
  }
}

function faultOf(error: unknown): string {
  return error instanceof Refusal ? '' : inspect(error)
}

function commandsAt({ dataDir, databaseUrl }: Place, smtpUrl: string): Command {
  const place = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
  const child = startChild(['tests/faults/run-commands.ts'], { ...place, SMTP_URL: smtpUrl })
  onTestFinished(child.kill)
  return async (...words) => {
    child.tell(JSON.stringify(words))
    return JSON.parse(await child.hear())
  }
}

type Random = () => number

function oneOf<T>(all: readonly T[], random: Random): T | undefined {
  return all[Math.floor(random() * all.length)]
}

async function comeByVisitor({ contact, calls }: TestApp, n: number): Promise<void> {
  const sender = `198.51.${100 + (n % 100)}.${(n * 7) % 250}`
  const name = `Visitor ${n}`
  const email = `${n % 3 === 0 ? 'gone' : 'v'}${n}@example.com`
  if (n % 2 === 0 || calls === undefined) {
    await submitContact(contact, { name, email, project: 'A shop' }, { ...visitor, sender })
    return
  }
  const free = await readFreeTimes(calls)
  const asked = { name, email, about: 'A call', start: free[(n * 5) % free.length] ?? 0, zone: 'Europe/Berlin' }
  await bookCall(calls, asked, { ...visitor, sender })
}

/** Something that is there, as it is found now; another may be changing it. */
async function somethingIn(app: TestApp, random: Random) {
  const { db } = app.database
  const [requests, mails, { calls, free, zone }] = await Promise.all([
    db.selectFrom('leads').select(['reference', 'email']).orderBy('reference').execute(),
    db.selectFrom('outbox').select('id').where('state', '!=', 'sent').orderBy('id').execute(),
    reads.calls(app, {}),
  ])
  const at = oneOf(free, random) ?? Date.now() + dayMs
  const clock = (ms: number) => writtenIn(ms, zone).slice(0, 16)
  return {
    reference: oneOf(requests, random)?.reference ?? 'KW-7GQ4M2XD',
    email: oneOf(requests, random)?.email ?? 'ada@example.com',
    mail: oneOf(mails, random)?.id ?? '00000000-0000-4000-8000-000000000000',
    call:
      oneOf(
        calls.filter(({ isBlock }) => !isBlock),
        random,
      )?.id ?? 'KW-7GQ4M2XD',
    block:
      oneOf(
        calls.filter(({ isBlock }) => isBlock),
        random,
      )?.id ?? 'BL-7GQ4M2XD',
    reader: readerAddress(Math.floor(random() * readers * 1.2)),
    from: clock(at),
    to: clock(at + 3_600_000),
  }
}

async function onDesk(app: TestApp, random: Random): Promise<void> {
  const { reference, email, mail, call, block, reader, from, to } = await somethingIn(app, random)
  const status = oneOf(['ok', 'held', 'spam'], random)
  const held = async () => (await reads.mails(app, { view: 'waiting' })).held
  const work: (() => Promise<unknown>)[] = [
    () => comeByVisitor(app, Math.floor(random() * 10_000)),
    () => comeByVisitor(app, Math.floor(random() * 10_000)),
    () => changes.note(app, { reference, note: `desk ${random()}` }),
    () => changes.answer(app, { reference, at: random() < 0.5 ? 'now' : null }),
    () => changes.mark(app, { reference, status }),
    () => changes.moveCall(app, { id: call, to: from }),
    () => changes.cancelCall(app, { id: call, note: '' }),
    () => changes.block(app, { from, to, note: 'desk' }),
    () => changes.unblock(app, { id: block }),
    () => changes.retryMails(app, { ids: [mail] }),
    () => changes.retryMails(app, { state: 'failed' }),
    () => changes.deleteMails(app, { ids: [mail] }),
    () => changes.muteMails(app, { because: 'desk' }),
    async () => {
      const { mails, letters } = await held()
      await changes.unmuteMails(app, { confirm: mails + letters })
    },
    () => changes.removeReader(app, { email: reader }),
    () => works.importReaders(app, { list: reader, words: 'Yes', at: '2026-05-01', from: 'desk', isTrial: false }),
    () => changes.forgetPerson(app, { email }),
    () => reads.request(app, { reference }),
    () => reads.today(app, {}),
  ]
  await oneOf(work, random)?.()
}

async function wordsFor(app: TestApp, random: Random): Promise<string[]> {
  const { reference, email, mail, call, block, reader, from, to } = await somethingIn(app, random)
  const all = [
    ['leads', 'note', reference, `command ${random()}`],
    ['leads', 'answered', reference],
    ['leads', 'answered', reference, '--undo'],
    ['leads', 'mark', reference, random() < 0.5 ? 'spam' : 'ham'],
    ['calls', 'move', call, from],
    ['calls', 'cancel', call],
    ['calls', 'block', from, to, 'command'],
    ['calls', 'unblock', block],
    ['mail', 'retry', mail],
    ['mail', 'retry', '--failed'],
    ['mail', 'drop', mail],
    ['mail', 'mute', 'command'],
    ['mail', 'unmute', '--confirm', String((await reads.mails(app, { view: 'waiting' })).held.mails)],
    ['subscribers', 'remove', reader],
    ['forget', email],
    ['leads', 'show', reference],
    [],
  ]
  return oneOf(all, random) ?? []
}

/** Free times near now, and at the far end, come and go while it is looked. */
function settled(times: readonly number[]): number[] {
  return times.filter((time) => time > Date.now() + 2 * dayMs && time < Date.now() + 10 * dayMs)
}

async function shownByDesk(app: TestApp) {
  const { leads } = await reads.requests(app, { view: 'all', search: '' })
  const whole = await Promise.all(leads.map(({ reference }) => reads.request(app, { reference })))
  const { mails, muted } = await reads.mails(app, { view: 'all' })
  const { calls, free } = await reads.calls(app, {})
  const { readers } = await reads.readers(app, { state: 'all', search: '' })
  return {
    requests: whole.map(({ reference, status, note, answeredAt, mails }) => ({
      reference,
      status,
      note,
      answeredAt,
      mails: mails.map(({ kind, state, attempts }) => `${kind} ${state} ${attempts}`).toSorted(),
    })),
    mails: mails
      .map(({ id, state, attempts, last_error }) => ({ id, state, attempts, answer: last_error }))
      .toSorted(byId),
    isMuted: muted !== undefined,
    calls: calls
      .filter(({ isBlock }) => !isBlock)
      .map(({ id, starts_at, isHeld, name }) => ({ id, start: starts_at, state: isHeld ? 'held' : 'booked', name })),
    free: settled(free),
    readers: readers.map(({ email, state }) => `${email} ${state}`).toSorted(),
  }
}

function byId(one: { id: string }, other: { id: string }): number {
  return one.id.localeCompare(other.id)
}

type Listed = {
  requests: { reference: string; status: string; note: string | null; answeredAt: string | null; mails: Mail[] }[]
  mails: (Mail & { id: string; answer: string | null })[]
  calls: { reference: string; start: string; state: string; name: string }[]
  readers: { email: string; state: string }[]
}
type Mail = { kind: string; state: string; attempts: number }

async function shownByCommands(run: Command) {
  const told = async <T>(...words: string[]): Promise<T> => JSON.parse((await run(...words, '--json')).stdout)
  const everything = ['-n', '99999']
  const requests = await told<Listed['requests']>('leads', ...everything)
  const mails = await told<Listed['mails']>('mail', ...everything)
  const calls = await told<Listed['calls']>('calls')
  const readers = await told<Listed['readers']>('subscribers', ...everything)
  const { muted } = await told<{ muted: object | null }>('glance')
  return {
    requests: requests.map(({ reference, status, note, answeredAt, mails }) => ({
      reference,
      status,
      note: note ?? '',
      answeredAt: answeredAt === null ? null : Date.parse(answeredAt),
      mails: mails.map(({ kind, state, attempts }) => `${kind} ${state} ${attempts}`).toSorted(),
    })),
    mails: mails.map(({ id, state, attempts, answer }) => ({ id, state, attempts, answer })).toSorted(byId),
    isMuted: muted !== null,
    calls: calls.map(({ reference, start, state, name }) => ({ id: reference, start: Date.parse(start), state, name })),
    free: settled((await told<string[]>('calls', 'times')).map((time) => Date.parse(time))),
    readers: readers.map(({ email, state }) => `${email} ${state}`).toSorted(),
  }
}
