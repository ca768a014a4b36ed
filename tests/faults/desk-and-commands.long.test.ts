import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { Refusal } from '../../desk/server/action.ts'
import { changes, reads } from '../../desk/server/actions.ts'
import { writtenIn } from '../../src/features/calls/call-time.ts'
import { submitContact } from '../../src/features/leads/contact.form.ts'
import { seededRandom } from '../../src/lib/seeded-random.ts'
import { engines, type Place } from '../support/databases.ts'
import { ada, bookFree, openTestApp, type TestApp, visitor } from '../support/desk.ts'
import { addSubscribers, readerAddress } from '../support/readers.ts'
import { runStudio, spawnStudio } from '../support/run-studio.ts'

const [actions, subscribers, plenty] = [400, 40, { max: 10_000 }]
const limits = { contactPosts: plenty, callPosts: plenty, callsOfSender: plenty, callsInAll: plenty }

test.each(engines)('after 400 actions at once desk and commands show the same, on $name', async ({ createPlace }) => {
  const place = await createPlace()
  const app = await openTestApp(place, {}, { now: Date.now, limits })
  await addSubscribers(app.database, subscribers)
  const failures: string[] = []
  let left = actions
  const work = async (hand: string, isCommands = false) => {
    const random = seededRandom(hand)
    while (left-- > 0) {
      const [onDesk, ...words] = await drawAction(app, random)
      if (!isCommands) {
        await onDesk().catch((error) => error instanceof Refusal || failures.push(inspect(error)))
        continue
      }
      const { code, stderr } = await spawnStudio(place, words)
      // What a command refuses is a sentence; a fault of the program shows where it was.
      if (code === null || /^\s+at /m.test(stderr)) failures.push(`${words.join(' ')}: ${stderr}`)
    }
  }
  await Promise.all([work('a'), work('b'), work('c'), work('d', true), work('e', true)])
  expect(failures).toEqual([])
  expect(await shownByDesk(app)).toEqual(await shownByCommands(place))
})

/** Something to do with what is there now, on the desk or by a command; another may be changing it. */
async function drawAction(app: TestApp, random: () => number): Promise<[() => Promise<unknown>, ...words: string[]]> {
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]
  const lead = pick(await app.database.db.selectFrom('leads').select(['reference', 'email']).execute())
  const { reference = 'KW-7GQ4M2XD', email = 'nobody@example.com' } = lead ?? {}
  const { calls, free, zone } = await reads.calls(app, {})
  const call = pick(calls)?.id ?? 'KW-7GQ4M2XD'
  const at = pick(free) ?? Date.now() + 86_400_000
  const [from = '', to = ''] = [at, at + 3_600_000].map((ms) => writtenIn(ms, zone).slice(0, 16))
  const { mails, held } = await reads.mails(app, { view: 'waiting' })
  const mail = pick(mails)?.id ?? '00000000-0000-4000-8000-000000000000'
  const subscriber = readerAddress(Math.floor(random() * subscribers))
  const note = String(random())
  const person = { name: note, email: `v${note}@example.com`, requestId: note }
  const all: [() => Promise<unknown>, ...string[]][] = [
    [() => submitContact(app.contact, { ...ada, ...person }, visitor), 'leads', 'show', reference],
    [() => bookFree(app, Math.floor(random() * free.length), person), 'calls', 'show', call],
    [() => changes.note(app, { reference, note }), 'leads', 'note', reference, note],
    [() => changes.answer(app, { reference, at: 'now' }), 'leads', 'answered', reference],
    [() => changes.answer(app, { reference, at: null }), 'leads', 'answered', reference, '--undo'],
    [() => changes.mark(app, { reference, status: 'spam' }), 'leads', 'mark', reference, 'spam'],
    [() => changes.mark(app, { reference, status: 'ok' }), 'leads', 'mark', reference, 'ham'],
    [() => changes.moveCall(app, { id: call, to: from }), 'calls', 'move', call, from],
    [() => changes.cancelCall(app, { id: call, note: '' }), 'calls', 'cancel', call],
    [() => changes.block(app, { from, to, note: '' }), 'calls', 'block', from, to],
    [() => changes.unblock(app, { id: call }), 'calls', 'unblock', call],
    [() => changes.retryMails(app, { ids: [mail] }), 'mail', 'retry', mail],
    [() => changes.deleteMails(app, { ids: [mail] }), 'mail', 'drop', mail],
    [() => changes.muteMails(app, { because: 'moving' }), 'mail', 'mute', 'moving'],
    [() => changes.unmuteMails(app, { confirm: held.mails }), 'mail', 'unmute', '--confirm', `${held.mails}`],
    [() => changes.removeReader(app, { email: subscriber }), 'subscribers', 'remove', subscriber],
    [() => changes.forgetPerson(app, { email }), 'forget', email],
  ]
  return pick(all) ?? [async () => {}]
}

async function shownByDesk(app: TestApp): Promise<string[]> {
  const { leads } = await reads.requests(app, { view: 'all', search: '' })
  const whole = await Promise.all(leads.map(({ reference }) => reads.request(app, { reference })))
  const { mails } = await reads.mails(app, { view: 'all' })
  const { calls } = await reads.calls(app, {})
  const { readers } = await reads.readers(app, { state: 'all', search: '' })
  const booked = calls.filter(({ isBlock }) => !isBlock)
  return linesOf(
    whole.map(({ reference, status, note, answeredAt }) => [reference, status, note, answeredAt !== null]),
    mails.map(({ id, state, attempts }) => [id, state, attempts]),
    booked.map(({ id, starts_at, name }) => [id, starts_at, name]),
    readers.map(({ email, state }) => [email, state]),
  )
}

async function shownByCommands(place: Place): Promise<string[]> {
  const all = async (...words: string[]): Promise<Record<string, string | null>[]> =>
    JSON.parse((await runStudio(place, [...words, '--json'])).stdout)
  const most = ['-n', '99999']
  return linesOf(
    (await all('leads', ...most)).map((l) => [l['reference'], l['status'], l['note'] ?? '', l['answeredAt'] !== null]),
    (await all('mail', ...most)).map((mail) => [mail['id'], mail['state'], mail['attempts']]),
    (await all('calls')).map((call) => [call['reference'], Date.parse(call['start'] ?? ''), call['name']]),
    (await all('subscribers', ...most)).map((reader) => [reader['email'], reader['state']]),
  )
}

const linesOf = (...rows: unknown[][][]) => rows.flat().map(String).toSorted()
