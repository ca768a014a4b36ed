import { emailTexts } from '../platform/content/email.ts'
import { siteContent } from '../platform/content/site-content.ts'
import { startedKey, writeSetting } from '../platform/db/settings.ts'
import { emailFolder, type Mailer, removeEmailFiles } from '../platform/email/mailer.ts'
import { readPause } from '../platform/email/outbox-store.ts'
import type { Environment } from '../platform/environment.ts'
import { createRequestWatch } from '../platform/http/sender.ts'
import { deleteEndedLimits } from '../platform/limits/count-use.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Log } from '../platform/log.ts'
import { repeat } from '../platform/repeat.ts'
import { dayMs, hourMs } from '../platform/text/time-text.ts'
import { createNightly } from './backup/nightly.tsx'
import { calendarSource, createCalendarReader, ownCalendars } from './calls/busy/calendar-reader.ts'
import { readFreeTimes } from './calls/calendar.ts'
import { readNextTimes } from './calls/call-page.ts'
import { openSiteChat } from './chat/chat.ts'
import type { GatewayTimeouts } from './chat/model/gateway.ts'
import { trainAnswers } from './chat/understand/train.ts'
import type { TrainedAnswers } from './chat/understand/understand.ts'
import { loadEmailViews } from './composers.ts'
import { type Context, callDeps, leadDeps, openContext } from './context.ts'
import { sameWordsMs } from './leads/accept-lead.ts'
import { deleteLeads, releaseWordKeys } from './leads/store.ts'
import { deleteUnconfirmed } from './newsletter/store.ts'
import { createWeekEmails } from './overview/week-email.tsx'
import { createCounter } from './visits/counter.ts'

/** The running product without HTTP, for routes, commands, and tests. */
export type Services = Awaited<ReturnType<typeof openServices>>

export type ServicesOptions = {
  /** The chat's trained answers. By default they are trained at the first message. */
  answers?: TrainedAnswers
  now?: () => number
  timeouts?: Partial<GatewayTimeouts>
  limits?: Limits
  mailer?: Mailer
  /** The program that makes nightly backups. Without it there are none. */
  backupProgram?: string
  /** The program that reads a calendar, if built. */
  calendarProgram?: URL | string
  /** The built worker that reads a chat's details. */
  detailsProgram?: URL | string | undefined
}

/** @throws ContentError for mistakes in content/, StorageError for an unusable database */
export async function openServices(environment: Environment, log: Log, options: ServicesOptions = {}) {
  await loadEmailViews()
  const content = siteContent()
  const { studio } = content
  const context = await openContext(environment, log, { ...options, role: 'site' })
  const { database, now } = context
  const contact = leadDeps(context, studio)
  const calls = callDeps(context, content)
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
  const requestWatch = createRequestWatch(database, log, environment, now)
  const housekeeping = repeat(() => deleteEnded(context), {
    firstMs: 0,
    everyMs: hourMs,
    onError: (error) => log.warn({ err: error }, 'expired data could not be deleted'),
  })
  const { from, leadsTo } = contact.emailSettings
  const emailSettings = { from, to: leadsTo, brand: emailTexts(content, environment.siteUrl).brand }
  const { backupProgram, calendarProgram = calendarSource } = options
  const calendars = ownCalendars(environment.calendarUrls, context.salt)
  const calendarReader =
    calls && calendars.length > 0
      ? createCalendarReader({ ...calls, calendars, program: calendarProgram, emailSettings })
      : undefined
  const weekEmails = studio.weeklyMail === 'on' && createWeekEmails(context)
  const hasBackups = environment.backupDir !== undefined && backupProgram !== undefined
  const nightly = hasBackups && createNightly({ ...context, emailSettings, program: backupProgram })
  const optionalWorkers = [calendarReader, weekEmails, nightly]
  const workers = [context.outbox, housekeeping, counter, ...optionalWorkers.flatMap((worker) => worker || [])]
  return {
    ...context,
    studio,
    contact,
    calls,
    /** The next free times for a call, which the contact page shows. Undefined if the studio offers none. */
    readNextTimes: calls && (() => readNextTimes(calls, content.facts.lang)),
    chat,
    counter,
    requestWatch,
    /** Reads the owner’s calendars. Never rejects. */
    readCalendars: async () => await calendarReader?.run(),
    /** Deletes data whose retention period is over. Never rejects. */
    tidyUp: housekeeping.run,
    /** Starts the background work, such as sending emails. Only the server's process calls this. */
    start: () => {
      log.info(context.mailer.description)
      logProblems(context)
      requestWatch.start()
      void database
        .write((tx) => writeSetting(tx, startedKey, String(now())))
        .catch((err: unknown) => {
          log.warn({ err }, 'could not store when the site started')
        })
      for (const worker of workers) worker.start()
    },
    close: async (graceMs = 4_000) => {
      await chat.openStreams.close(graceMs)
      await Promise.all(workers.map((worker) => worker.stop(graceMs)))
      await context.close(0)
    },
  }
}

async function deleteEnded({ database, environment, now }: Context): Promise<void> {
  const { promises } = siteContent().facts
  await database.write(async (tx) => {
    await releaseWordKeys(tx, now() - sameWordsMs)
    await deleteUnconfirmed(tx, { now: now(), ...promises })
    const { emailIds } = await deleteLeads(tx, { leftBefore: now() - promises.keepUnsentDays * dayMs })
    // Before the commit, because after a power cut the files' names would be lost.
    await removeEmailFiles(emailFolder(environment.dataDir), emailIds)
  })
  // In steps, so that other writes get a turn.
  while ((await database.writeSoon((tx) => deleteEndedLimits(tx, now()))) > 0);
}

/** Logs problems that the owner might otherwise notice late. */
function logProblems({ environment: { chat }, database, log }: Context): void {
  if ((chat.baseUrl === undefined) !== (chat.apiKey === undefined)) {
    log.warn('CHAT_BASE_URL and CHAT_API_KEY belong together; one is missing, so the built-in agent answers')
  }
  readPause(database.db).then(
    (pause) => pause && log.warn({ because: pause.because }, 'the outbox is paused until `outbox resume`'),
    (error: unknown) => log.error({ err: error }, 'the pause of the outbox could not be read'),
  )
}
