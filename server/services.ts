import { readEmailTexts } from '../platform/content/email.ts'
import type { Facts } from '../platform/content/facts/facts.ts'
import { type SiteContent, siteContent } from '../platform/content/site-content.ts'
import type { Studio } from '../platform/content/studio.ts'
import { readSecret } from '../platform/db/settings.ts'
import type { NoticeSettings } from '../platform/email/EmailLayout.tsx'
import { emailFolder, removeEmailFiles } from '../platform/email/mailer.ts'
import { readPause } from '../platform/email/outbox-store.ts'
import type { Environment } from '../platform/environment.ts'
import { createProxyWatch } from '../platform/http/sender.ts'
import { deleteEndedLimits } from '../platform/limits/count-use.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Log } from '../platform/log.ts'
import { repeat } from '../platform/repeat.ts'
import { dayMs, hourMs } from '../platform/text/time-text.ts'
import { createNightly } from './backup/nightly.tsx'
import { calendarSource, createCalendarReader, ownCalendars } from './calls/busy/calendar-reader.ts'
import { type CallDeps, readFreeTimes } from './calls/calendar.ts'
import type { TrainedAnswers } from './chat/answers.ts'
import type { ConsultationDeps } from './chat/consultation.ts'
import type { GatewayTimeouts } from './chat/gateway.ts'
import { createOpenStreams } from './chat/open-streams.ts'
import { openChat, readDetails } from './chat/reply.ts'
import type { ChatRouteDeps } from './chat/routes.ts'
import { trainAnswers } from './chat/train.ts'
import { createWallet } from './chat/wallet.ts'
import { emailAddresses, loadEmailViews } from './composers.ts'
import { type Context, callDeps, leadDeps, openContext } from './context.ts'
import { sameWordsMs } from './leads/accept-lead.ts'
import { deleteLeads, releaseWordKeys } from './leads/store.ts'
import type { NewsletterDeps } from './newsletter/sign-up.ts'
import { deleteUnconfirmed } from './newsletter/store.ts'
import { createCounter } from './visits/counter.ts'
import { createWeekEmails } from './visits/week-email.tsx'

/** The running product without HTTP, for routes, commands, and tests. */
export type Services = Awaited<ReturnType<typeof openServices>>

export type ServicesOptions = {
  /** The chat's trained answers. By default they are trained at the first message. */
  answers?: TrainedAnswers
  now?: () => number
  timeouts?: Partial<GatewayTimeouts>
  limits?: Limits
  /** The program that makes nightly backups. Without it there are none. */
  backupProgram?: string
  /** The program that reads a calendar, if built. */
  calendarProgram?: URL | string
}

/** @throws ContentError for mistakes in content/, StorageError for an unusable database */
export async function openServices(environment: Environment, log: Log, options: ServicesOptions = {}) {
  await loadEmailViews()
  const content = siteContent()
  const { facts, studio } = content
  const context = await openContext(environment, log, { ...options, role: 'site' })
  const { database, limits, now } = context
  const chatKey = await readSecret(database, 'chat-key')
  const contact = leadDeps(context, studio)
  const newsletter = newsletterDeps(context, content)
  const calls = callDeps(context, content)
  const { prompt, answers, consultation: words } = content.chat
  const chat = openChat({
    environment,
    content: content.chat,
    answers: () => options.answers ?? trainAnswers(answers),
    studioAddress: studio.email,
    now,
    log,
    timeouts: options.timeouts,
    freeTimes: calls && (() => readFreeTimes(calls)),
  })
  const extract = (messages: readonly string[]) => readDetails(chat, messages).all
  const consultation: ConsultationDeps = { ...contact, words, extract, chatKey }
  const streams = createOpenStreams(limits.openStreams)
  const wallet = createWallet(context)
  const chatRoute: ChatRouteDeps = { chat, wallet, streams, problems: prompt.problems, chatKey, now, log }
  const counter = createCounter(context)
  const proxyWatch = createProxyWatch(database, log, environment.trustedProxies)
  const housekeeping = repeat(() => deleteEnded(context, facts.promises), {
    firstMs: 0,
    everyMs: hourMs,
    onError: (error) => log.warn({ err: error }, 'expired data could not be deleted'),
  })
  const { from, leadsTo, texts } = newsletter.emailSettings
  const emailSettings = { from, to: leadsTo, brand: texts.brand }
  const { calendarReader, optionalWorkers } = createOptionalWorkers(context, { studio, calls, options, emailSettings })
  const workers = [context.outbox, housekeeping, counter, ...optionalWorkers]
  return {
    ...context,
    studio,
    facts,
    contact,
    consultation,
    newsletter,
    calls,
    chat,
    counter,
    proxyWatch,
    chatRoute,
    /** Reads the owner’s calendars. Never rejects. */
    readCalendars: async () => await calendarReader?.run(),
    /** Deletes data whose retention period is over. Never rejects. */
    tidyUp: housekeeping.run,
    /** Starts the background work, such as sending emails. Only the server's process calls this. */
    start: () => {
      log.info(context.mailer.description)
      logProblems(context)
      proxyWatch.start()
      for (const worker of workers) worker.start()
    },
    close: async (graceMs = 4_000) => {
      await streams.close(graceMs)
      await Promise.all(workers.map((worker) => worker.stop(graceMs)))
      await context.close(0)
    },
  }
}

function newsletterDeps(context: Context, content: SiteContent) {
  const { environment, linkKey } = context
  const { siteUrl } = environment
  const { consent, send } = content.newsletter.form
  return {
    ...leadDeps(context, content.studio),
    emailSettings: { ...emailAddresses(environment, content.studio), texts: readEmailTexts(content, siteUrl) },
    links: { siteUrl, linkKey, confirmWithinDays: content.facts.promises.confirmWithinDays },
    consentWords: `${consent} [${send}]`,
  } satisfies NewsletterDeps
}

type WorkerDeps = {
  studio: Studio
  calls: CallDeps | undefined
  options: ServicesOptions
  emailSettings: NoticeSettings
}

/** Background work that depends on content/ and the settings. */
function createOptionalWorkers(context: Context, { studio, calls, options, emailSettings }: WorkerDeps) {
  const { environment, outbox, salt, log } = context
  const { backupProgram, calendarProgram = calendarSource } = options
  const deps = { ...context, emailSettings, notifyOutbox: outbox.notify }
  const calendars = ownCalendars(environment.calendarUrls, salt)
  const calendarReader =
    calls && calendars.length > 0
      ? createCalendarReader({ ...calls, calendars, program: calendarProgram, emailSettings, log })
      : undefined
  const weekEmails = studio.weeklyMail === 'on' && createWeekEmails({ ...deps, zone: calls?.calls.zone ?? 'UTC' })
  const hasBackups = environment.backupDir !== undefined && backupProgram !== undefined
  const nightly = hasBackups && createNightly({ ...deps, program: backupProgram })
  const optionalWorkers = [calendarReader, weekEmails, nightly].flatMap((worker) => worker || [])
  return { calendarReader, optionalWorkers }
}

async function deleteEnded({ database, environment, now }: Context, promises: Facts['promises']): Promise<void> {
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
