import { onTestFinished } from 'vitest'
import type { InputOf, ResultOf } from '../../desk/view/client.ts'
import type { OutboxRow } from '../../migrations/tables.ts'
import { type Action, type JobOptions, runAction } from '../../platform/actions.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { renderRow } from '../../platform/email/outbox/store.ts'
import { readEnvironment } from '../../platform/environment.ts'
import type { FormContext } from '../../platform/http/form.ts'
import { defaultLimits, type Limits } from '../../platform/limits/limits.ts'
import { createSilentLog, type Log } from '../../platform/log.ts'
import { actions } from '../../server/actions.ts'
import { bookCall, type CallInput } from '../../server/calls/book-call.ts'
import { readFreeTimes } from '../../server/calls/calendar.ts'
import { trainAnswers } from '../../server/chat/understand/train.ts'
import type { TrainedAnswers } from '../../server/chat/understand/understand.ts'
import { openServices, type Services, type ServicesOptions } from '../../server/services.ts'
import type { Place } from './databases.ts'

/** The initial time of every test. */
const testsBeginAt = Date.UTC(2026, 10, 20, 9, 30)

export type TestApp = Services & { clock: { now: number } }

/** Shared by all tests of a file, because training takes a while. */
let answers: TrainedAnswers | undefined

/** Overrides of the real limits, such as `{ contactPosts: { max: 3 } }`. */
type OtherLimits = { [Name in keyof Limits]?: Limits[Name] extends number ? number : Partial<Limits[Name]> }

function withLimits(others: OtherLimits): Limits {
  const merged = Object.entries(defaultLimits).map(([name, real]) => {
    const other = Reflect.get(others, name)
    return [name, typeof other === 'object' && typeof real === 'object' ? { ...real, ...other } : (other ?? real)]
  })
  return Object.fromEntries(merged)
}

export type TestOptions = Omit<ServicesOptions, 'limits'> & { log?: Log; limits?: OtherLimits }

/** The product without HTTP, in its own place, with a clock that the test moves. Closed after the test. */
export async function openTestApp(
  place: Place,
  variables: Record<string, string> = {},
  { log = createSilentLog(), limits = {}, ...options }: TestOptions = {},
): Promise<TestApp> {
  const clock = { now: testsBeginAt }
  const source = { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl, ...variables }
  answers ??= trainAnswers(siteContent().chat.answers)
  const given = { now: () => clock.now, limits: withLimits(limits), answers, ...options }
  const app = await openServices(readEnvironment(source), log, given)
  onTestFinished(() => app.close(0))
  return { ...app, clock }
}

/** The calls of the sample. */
export function callsOf({ calls }: Services) {
  if (calls === undefined) throw new Error('the sample offers no calls')
  return calls
}

export const ada = { name: 'Ada Lovelace', email: 'ada@example.com', project: 'An engine that computes.' }

/** What the page's script adds to every form. */
export const pageMarks = { elapsedMs: 30_000 }

/** A visitor with a browser, who takes time to write. */
export const visitor: FormContext = { sender: '203.0.113.7', honeypot: false, ...pageMarks }

/** A consultation with all fields. */
export const adaConsultation = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  company: 'Analytical Engines Ltd',
  budget: '5000-9000 USD',
  timeline: 'by end of March',
  requirements: 'An engine that computes.',
}

/** The stored leads, oldest first. */
export const leadsOf = ({ database: { db } }: Services) =>
  db.selectFrom('leads').selectAll().orderBy('created_at').execute()

/** Books a free time. @param index counted from the end if negative */
export async function bookFree(app: Services, index = 0, words: Partial<CallInput> = {}) {
  const calls = callsOf(app)
  const start = (await readFreeTimes(calls)).at(index) ?? 0
  const asked = { ...ada, about: '', start, zone: 'Europe/London', ...words }
  const booked = await bookCall(calls, asked, visitor)
  return { start, id: booked.outcome === 'stored' ? booked.reference : '' }
}

/** The outbox with all texts, including those that are rendered only when sent. */
export async function writtenEmails({ database: { db }, renderEmail }: TestApp) {
  const rows = await db.selectFrom('outbox').selectAll().orderBy('created_at').orderBy('kind').execute()
  const isLater = ({ kind, state }: OutboxRow) => kind.startsWith('call-reminder') && state === 'queued'
  const written = await Promise.all(rows.filter((row) => !isLater(row)).map((row) => renderRow(db, row, renderEmail)))
  return written.filter((row) => row !== undefined)
}

/** Runs an action, as the desk, the command line, and assistants do. */
export async function act<Name extends keyof typeof actions>(
  app: Services,
  name: Name,
  input: InputOf<Name>,
  watch?: JobOptions,
): Promise<ResultOf<Name>> {
  const action: Action<Services> = actions[name]
  return (await runAction(action, app, input, watch)) as ResultOf<Name>
}
