import { siteContent } from '../platform/content/site-content.ts'
import { readSecret, startedKey, writeSetting } from '../platform/db/settings.ts'
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
import { readFreeTimes } from './calls/calendar.ts'
import { callContext, ownCalendars } from './calls/call-context.ts'
import { readNextTimes } from './calls/call-page.ts'
import type { ConsultationDeps } from './chat/consultation.ts'
import type { GatewayTimeouts } from './chat/gateway.ts'
import type { ChatMessage } from './chat/messages.ts'
import { createOpenStreams } from './chat/open-streams.ts'
import { openChat } from './chat/reply.ts'
import type { ChatRouteDeps } from './chat/routes.ts'
import { exchangesOf } from './chat/state.ts'
import { trainAnswers } from './chat/understand/train.ts'
import type { TrainedAnswers } from './chat/understand/understand.ts'
import { createWallet } from './chat/wallet.ts'
import type { Context } from './context.ts'
import { dedupeWindowMs } from './leads/accept-lead.ts'
import { deleteFingerprints, deleteLeads } from './leads/store.ts'
import { deleteUnconfirmed } from './newsletter/store.ts'
import { openContext } from './open-context.ts'
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
  // A later build deletes the files of a running site, so import the views now.
  await import('./emails.ts')
  const content = siteContent()
  const { studio } = content
  const context = await openContext(environment, log, { ...options, role: 'site' })
  const { database, limits, now } = context
  const chatKey = await readSecret(database, 'chat-key')
  const calls = callContext(context, content)
  const { prompt, answers, consultation: words } = content.chat
  const chat = openChat({
    environment,
    content: content.chat,
    answers: () => options.answers ?? trainAnswers(answers),
    studioAddress: studio.email,
    now,
    log,
    timeouts: options.timeouts,
    detailsProgram: options.detailsProgram,
    freeTimes: calls && (() => readFreeTimes(calls)),
  })
  const exchanges = (messages: readonly ChatMessage[]) => exchangesOf(messages, chat.answerer().answersAt(now()))
  const consultation: ConsultationDeps = {
    ...context,
    words,
    readDetails: chat.readDetails,
    exchangesOf: exchanges,
    chatKey,
  }
  const streams = createOpenStreams(limits.openStreams)
  const wallet = createWallet(context)
  const chatRoute: ChatRouteDeps = { chat, wallet, streams, problems: prompt.problems, chatKey, now, log }
  const counter = createCounter(context)
  const requestWatch = createRequestWatch(context)
  const housekeeping = repeat(() => deleteEnded(context), {
    firstMs: 0,
    everyMs: hourMs,
    onError: (error) => log.warn({ err: error }, 'expired data could not be deleted'),
  })
  const { backupProgram, calendarProgram = calendarSource } = options
  const calendars = ownCalendars(environment.calendarUrls, context.salt)
  const calendarReader =
    calls && calendars.length > 0 ? createCalendarReader(calls, { calendars, program: calendarProgram }) : undefined
  const weekEmails = studio.weeklyMail === 'on' && createWeekEmails(context)
  const hasBackups = environment.backupDir !== undefined && backupProgram !== undefined
  const nightly = hasBackups && createNightly(context, backupProgram)
  const optionalWorkers = [calendarReader, weekEmails, nightly]
  const workers = [context.outbox, housekeeping, counter, ...optionalWorkers.flatMap((worker) => worker || [])]
  return {
    ...context,
    studio,
    consultation,
    calls,
    /** The next free times for a call, which the contact page shows. Undefined if the studio offers none. */
    readNextTimes: calls && (() => readNextTimes(calls, content.facts.lang)),
    chat,
    counter,
    requestWatch,
    chatRoute,
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
      await streams.close(graceMs)
      await Promise.all(workers.map((worker) => worker.stop(graceMs)))
      await context.close(0)
    },
  }
}

async function deleteEnded({ database, environment, now }: Context): Promise<void> {
  const { promises } = siteContent().facts
  await database.write(async (tx) => {
    await deleteFingerprints(tx, now() - dedupeWindowMs)
    await deleteUnconfirmed(tx, { now: now(), ...promises })
    const { emailIds } = await deleteLeads(tx, { leftBefore: now() - promises.keepUnsentDays * dayMs })
    // Before the commit, because after a power cut the files' names would be lost.
    await removeEmailFiles(emailFolder(environment.dataDir), emailIds)
  })
  // In steps, so that other writes get a turn.
  while ((await database.writeSoon((tx) => deleteExpiredLimits(tx, now()))) > 0);
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
