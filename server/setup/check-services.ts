import { type Database, reasonOf, withDatabase } from '../../platform/db/database.ts'
import { createReadyCheck, readSetting } from '../../platform/db/settings.ts'
import { emailsAtAGlance } from '../../platform/email/manage-outbox.ts'
import { readPause } from '../../platform/email/pause.ts'
import type { Environment } from '../../platform/environment.ts'
import { proxyProblemKey } from '../../platform/http/sender.ts'
import { counted, since } from '../../platform/text/amounts.ts'
import { minuteOf } from '../../platform/text/time-text.ts'
import { type Finding, findingsAbout } from './finding.ts'

const longWaitMs = 10 * 60_000
const maxNamed = 10

/** @param keepMonths how long requests are kept, as the privacy policy says */
export async function checkDatabase(environment: Environment, keepMonths?: number): Promise<Finding[]> {
  const { ok, wrong } = findingsAbout('database')
  return await withDatabase(environment, async (database) => {
    await createReadyCheck(database, Date.now)()
    const place = database.engine === 'sqlite' ? `SQLite in ${environment.dataDir}` : 'PostgreSQL at DATABASE_URL'
    const proxyProblem = await readSetting(database.db, proxyProblemKey)
    return [
      ok(`${place} takes requests`),
      ...(await checkOutbox(database)),
      ...(proxyProblem ? [findingsAbout('settings').wrong(proxyProblem)] : []),
      ...(await checkOldRequests(database, keepMonths)),
    ]
  }).catch((error: unknown) => [wrong(reasonOf(error))])
}

async function checkOldRequests({ db }: Database, keepMonths: number | undefined): Promise<Finding[]> {
  if (keepMonths === undefined) return []
  const oldest = new Date()
  oldest.setUTCMonth(oldest.getUTCMonth() - keepMonths)
  const old = await db
    .selectFrom('leads')
    .select('reference')
    .where('created_at', '<', oldest.getTime())
    .orderBy('created_at')
    .execute()
  if (old.length === 0) return []
  const { note } = findingsAbout('leads')
  const references = old.slice(0, maxNamed).map(({ reference }) => reference)
  const first = old.length > maxNamed ? `, the first ${maxNamed}` : ''
  const text = `${counted(old.length, 'request is', 'requests are')} older than ${keepMonths} months; without those that became work${first}`
  return [{ ...note(text), command: ['forget', ...references].join(' ') }]
}

async function checkOutbox({ db }: Database): Promise<Finding[]> {
  const now = Date.now()
  const { failed, waiting, later, deferred } = await emailsAtAGlance(db, now, {})
  const open = waiting.count + later
  const pause = await readPause(db)
  const { ok, note, wrong } = findingsAbout('mail')
  const findings: Finding[] = []
  if (failed > 0)
    findings.push({ ...wrong(`${counted(failed, 'mail')} failed for good`), command: 'outbox --state failed' })
  if (pause !== undefined) {
    const why = `${minuteOf(pause.since)} (${pause.because})`
    findings.push({ ...note(`nothing is sent since ${why}, ${open} wait`), command: 'outbox resume' })
  } else if (waiting.since !== null && now - waiting.since > longWaitMs) {
    const answer = deferred[0] === undefined ? '' : `: ${deferred[0].last_error}`
    findings.push(wrong(`${open} unsent, the oldest since ${since(waiting.since, now)}${answer}`))
  } else if (failed === 0) findings.push(ok(open === 0 ? 'nothing waits to be sent' : `${open} to be sent`))
  return findings
}

const timeoutMs = 5_000

/** Asks the gateway for its list of models, which costs nothing. */
export async function checkChat({ baseUrl, apiKey }: Environment['chat']): Promise<Finding> {
  const { ok, note, wrong } = findingsAbout('chat')
  if (baseUrl === undefined && apiKey === undefined)
    return note('no CHAT_BASE_URL and CHAT_API_KEY are set: the built-in agent answers')
  if (baseUrl === undefined) return wrong('CHAT_BASE_URL is missing; the gateway needs both')
  if (apiKey === undefined) return wrong('CHAT_API_KEY is missing; the gateway needs both')
  try {
    const { body, status } = await fetch(`${baseUrl}/models`, {
      headers: { authorization: `Bearer ${apiKey}` },
      // The chat follows no redirect either.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await body?.cancel()
    if (status === 401 || status === 403) return wrong(`${baseUrl} refuses CHAT_API_KEY (${status})`)
    if (status >= 300 && status < 400) return wrong(`${baseUrl} leads elsewhere (${status}); set the final address`)
    return status >= 500 ? wrong(`${baseUrl} answers ${status}`) : ok(`${baseUrl} answers`)
  } catch (error) {
    return wrong(`${baseUrl} does not answer: ${reasonOf(error)}`)
  }
}
