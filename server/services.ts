import { siteContent } from '../platform/content/site-content.ts'
import { startedKey, writeSetting } from '../platform/db/settings.ts'
import { readPause } from '../platform/email/outbox/pause.ts'
import { emailFolder, type Mailer, removeEmailFiles } from '../platform/email/smtp/mailer.ts'
import type { Environment } from '../platform/environment.ts'
import { createRequestWatch } from '../platform/http/request-watch.ts'
import { deleteExpiredLimits } from '../platform/limits/limit-rows.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Log } from '../platform/log.ts'
import { repeat } from '../platform/repeat.ts'
import { dayMs, hourMs } from '../platform/text/time-text.ts'
import { createNightly } from './backup/nightly.ts'
import { calendarSource, createCalendarReader } from './calls/busy/calendar-reader.ts'
import { ownCalendars } from './calls/busy/own-calendars.ts'
import { readFreeTimes } from './calls/calendar.ts'
import { callContext } from './calls/call-context.ts'
import { readNextTimes } from './calls/call-page.ts'
import { openSiteChat } from './chat/chat.ts'
import type { GatewayTimeouts } from './chat/model/gateway.ts'
import { trainAnswers } from './chat/understand/train.ts'
import type { TrainedAnswers } from './chat/understand/understand.ts'
import type { Context } from './context.ts'
import { dedupeWindowMs } from './leads/accept-lead.ts'
import { deleteFingerprints, deleteLeads } from './leads/store.ts'
import { deleteUnconfirmed } from './newsletter/store.ts'
import { openContext } from './open-context.ts'
import { createWeekEmails } from './overview/week-email.tsx'
import { createCounter } from './visits/counter.ts'

/** Everything the app needs apart from HTTP. */
export type Services = Awaited<ReturnType<typeof openServices>>

export type ServicesOptions = {
  /** The chat's trained answers. By default, the first message trains them. */
  answers?: TrainedAnswers
  now?: () => number
  timeouts?: Partial<GatewayTimeouts>
  limits?: Limits
  mailer?: Mailer
  /** The built program that makes nightly backups. By default, there are none. */
  backupProgram?: string
  /** The built worker that reads a calendar. By default, its source. */
  calendarProgram?: URL | string
  /** The built worker that reads a chat's details. By default, this process reads them. */
  detailsProgram?: URL | string | undefined
}

/** @throws ContentError for errors in content/, StorageError for an unusable database */
export async function openServices(environment: Environment, log: Log, options: ServicesOptions = {}) {
  // Import modules that would otherwise be loaded on demand: later builds delete this build's files.
  await Promise.all([import('./backup/emails.tsx'), import('./calls/emails.tsx'), import('./newsletter/emails.tsx')])
  const content = siteContent()
  const { studio } = content
  const context = await openContext(environment, log, { ...options, role: 'site' })
  const { now } = context
  const calls = callContext(context, content)
  const chat = await openSiteChat(context, {
    environment,
    content: content.chat,
    answers: () => options.answers ?? trainAnswers(content.chat.answers),
    studioAddress: studio.email,
    now,
    log,
    timeouts: options.timeouts,
    detailsProgram: options.detailsProgram,
    readFreeTimes: calls && (() => readFreeTimes(calls)),
  })
  const counter = createCounter(context)
  const requestWatch = createRequestWatch(context)
  const housekeeping = repeat(() => deleteExpired(context), {
    firstMs: 0,
    everyMs: hourMs,
    onError: (error) => log.warn({ err: error }, 'couldn’t delete expired data'),
  })
  const { backupProgram, calendarProgram = calendarSource } = options
  const calendars = ownCalendars(environment.calendarUrls, context.salt)
  const calendarReader =
    calls && calendars.length > 0 ? createCalendarReader(calls, { calendars, program: calendarProgram }) : undefined
  const weekEmails = studio.weeklyMail === 'on' ? createWeekEmails(context) : undefined
  const hasBackups = environment.backupDir !== undefined && backupProgram !== undefined
  const nightly = hasBackups ? createNightly(context, backupProgram) : undefined
  const optionalWorkers = [calendarReader, weekEmails, nightly].filter((worker) => worker !== undefined)
  const workers = [context.outbox, housekeeping, counter, ...optionalWorkers]
  return {
    ...context,
    studio,
    calls,
    /** Reads the next free times for a call. The function is undefined if the studio doesn't offer calls. */
    readNextTimes: calls && (() => readNextTimes(calls, content.facts.lang)),
    chat,
    counter,
    requestWatch,
    /** Reads the owner’s calendars. Never rejects. */
    readCalendars: async () => await calendarReader?.run(),
    /** Deletes data after its retention period. Never rejects. */
    tidyUp: housekeeping.run,
    /** Starts the background work, such as sending emails. Only the server's process calls this. */
    start: () => {
      log.info(context.mailer.description)
      logProblems(context)
      requestWatch.start()
      void storeStart(context)
      for (const worker of workers) worker.start()
    },
    close: async (graceMs = 4_000) => {
      await chat.openStreams.close(graceMs)
      await Promise.all(workers.map((worker) => worker.stop(graceMs)))
      await context.close(0)
    },
  }
}

async function storeStart({ database, log, now }: Context): Promise<void> {
  try {
    await database.write((tx) => writeSetting(tx, startedKey, String(now())))
  } catch (err) {
    log.warn({ err }, 'couldn’t store when the site started')
  }
}

async function deleteExpired({ database, environment, now }: Context): Promise<void> {
  const { promises } = siteContent().facts
  await database.write(async (tx) => {
    await deleteFingerprints(tx, now() - dedupeWindowMs)
    await deleteUnconfirmed(tx, { now: now(), ...promises })
    const { emailIds } = await deleteLeads(tx, { leftBefore: now() - promises.keepUnsentDays * dayMs })
    // Delete the files before the commit: if the process crashed after it, their names would be lost.
    await removeEmailFiles(emailFolder(environment.dataDir), emailIds)
  })
  // Delete in batches to let other writes in between.
  let deletedLimits: number
  do {
    deletedLimits = await database.writeSoon((tx) => deleteExpiredLimits(tx, now()))
  } while (deletedLimits > 0)
}

/** Logs problems the owner might otherwise notice too late. */
function logProblems({ environment: { chat }, database, log }: Context): void {
  if ((chat.baseUrl === undefined) !== (chat.apiKey === undefined)) {
    log.warn('only one of CHAT_BASE_URL and CHAT_API_KEY is set, so the built-in agent answers')
  }
  readPause(database.db).then(
    (pause) => pause && log.warn({ because: pause.because }, 'the outbox is paused until `outbox resume`'),
    (error: unknown) => log.error({ err: error }, 'couldn’t read whether the outbox is paused'),
  )
}
