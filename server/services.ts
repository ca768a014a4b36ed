import { readEmailTexts } from '../platform/content/email.ts'
import type { Facts } from '../platform/content/facts/facts.ts'
import { siteContent } from '../platform/content/site-content.ts'
import { readSecret } from '../platform/db/settings.ts'
import { emailFolder, removeEmailFiles } from '../platform/email/mailer.ts'
import { readPause } from '../platform/email/pause.ts'
import type { Environment } from '../platform/environment.ts'
import { createProxyWatch } from '../platform/http/sender.ts'
import { deleteEndedLimits } from '../platform/limits/count-use.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Log } from '../platform/log.ts'
import { repeat } from '../platform/repeat.ts'
import { createNightly } from './backup/nightly.tsx'
import { calendarSource, createCalendarReader, ownCalendars } from './calls/busy/calendar-reader.ts'
import { readFreeTimes } from './calls/calendar.ts'
import { calendarFailedEmail, callEmail } from './calls/emails.tsx'
import { sendReminders } from './calls/notify.ts'
import type { TrainedAnswers } from './chat/answers.ts'
import type { ConsultationDeps } from './chat/consultation.ts'
import type { GatewayTimeouts } from './chat/gateway.ts'
import { createOpenStreams } from './chat/open-streams.ts'
import { openChat, readDetails } from './chat/reply.ts'
import type { ChatRouteDeps } from './chat/routes.ts'
import { trainedAnswers } from './chat/train.ts'
import { createWallet } from './chat/wallet.ts'
import { type Context, callDeps, leadDeps, openContext } from './context.ts'
import { sameWordsMs } from './leads/accept-lead.ts'
import { leadEmail } from './leads/emails.tsx'
import { deleteLeads, releaseWordKeys } from './leads/store.ts'
import * as newsletterEmails from './newsletter/emails.tsx'
import type { NewsletterDeps } from './newsletter/sign-up.ts'
import { deleteUnconfirmed } from './newsletter/store.ts'
import { createCounter } from './visits/counter.ts'
import { createWeekEmails } from './visits/week-email.tsx'

/** The running product without HTTP, for routes, commands, and tests. */
export type Services = Awaited<ReturnType<typeof openServices>>

export type ServicesOptions = {
  /** The trained answers of the chat. By default they are trained at the first question. */
  answers?: TrainedAnswers
  now?: () => number
  /** How long the chat waits for the gateway. */
  timeouts?: Partial<GatewayTimeouts>
  limits?: Limits
  /** The program that makes nightly backups. Without it there are none. */
  backupProgram?: string
  /** The program that reads a calendar, if built. */
  calendarProgram?: URL | string
}

const hourMs = 3_600_000

/** @throws ContentError for mistakes in content/, StorageError for an unusable database */
export async function openServices(environment: Environment, log: Log, options: ServicesOptions = {}) {
  const { now = Date.now, timeouts } = options
  const views = { leadEmail, callEmail, newsletterEmails: async () => newsletterEmails }
  const content = siteContent()
  const { facts, studio, newsletter: newsletterContent, chat: chatContent } = content
  const { siteUrl } = environment
  const context = await openContext(environment, log, {
    ...options,
    views,
    now,
    sendsIssues: true,
  })
  const { database, outbox, salt, linkKey, limits } = context
  const chatKey = await readSecret(database, 'chat-key')
  const texts = readEmailTexts(content, siteUrl)
  const links = { siteUrl, linkKey, confirmWithinDays: facts.promises.confirmWithinDays }
  const consentWords = `${newsletterContent.form.consent} [${newsletterContent.form.send}]`
  const contact = leadDeps(context, studio)
  const { emailSettings } = contact
  const newsletter: NewsletterDeps = {
    ...contact,
    emailSettings: { ...emailSettings, texts },
    links,
    consentWords,
    emails: views.newsletterEmails,
  }
  const answers = () => options.answers ?? trainedAnswers(chatContent.answers)
  const calendars = ownCalendars(environment.calendarUrls, salt)
  const calls = callDeps(context, content)
  const freeTimes = calls && (() => readFreeTimes(calls))
  const chat = openChat({
    environment,
    content: chatContent,
    answers,
    studioAddress: studio.email,
    now,
    log,
    timeouts,
    freeTimes,
  })
  const consultation: ConsultationDeps = {
    ...contact,
    words: chatContent.consultation,
    extract: (messages) => readDetails(chat, messages).all,
    chatKey,
  }
  const streams = createOpenStreams(limits.openStreams)
  const wallet = createWallet(context)
  const counter = createCounter(context)
  const proxyWatch = createProxyWatch(database, log, environment.trustedProxies)
  const { problems } = chatContent.prompt
  const chatRoute: ChatRouteDeps = { chat, wallet, streams, problems, chatKey, now, log }
  const ownerEmail = { from: emailSettings.from, to: emailSettings.leadsTo, brand: texts.brand }
  const onError = (error: unknown) => log.warn({ err: error }, 'expired data could not be deleted')
  const housekeeping = repeat(() => deleteEnded(context, facts.promises), { firstMs: 0, everyMs: hourMs, onError })
  const reminders =
    calls &&
    repeat(() => sendReminders(calls), {
      firstMs: 0,
      everyMs: 60_000,
      onError: (error) => log.warn({ err: error }, 'reminders of calls could not be sent'),
    })
  const calendarReader =
    calls &&
    calendars.length > 0 &&
    createCalendarReader({
      ...calls,
      calendars,
      failedEmail: calendarFailedEmail,
      program: options.calendarProgram ?? calendarSource,
      brand: texts.brand,
      log,
    })
  const ownerEmailDeps = { ...context, emailSettings: ownerEmail, notifyOutbox: outbox.notify }
  const zone = calls?.calls.zone ?? 'UTC'
  const weekEmails = studio.weeklyMail === 'on' && createWeekEmails({ ...ownerEmailDeps, zone })
  const { backupProgram: program } = options
  const nightly =
    program !== undefined && environment.backupDir !== undefined && createNightly({ ...ownerEmailDeps, program })
  const optionalWorkers = [weekEmails, reminders, calendarReader, nightly].flatMap((worker) => worker || [])
  const workers = [outbox, housekeeping, counter, ...optionalWorkers]
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
    readCalendars: async () => calendarReader && (await calendarReader.run()),
    /** Deletes data whose retention period is over. Never rejects. */
    tidyUp: housekeeping.run,
    /** For the server's process: sends emails, and cleans up once an hour. */
    start: () => {
      log.info(context.mailer.description)
      warn(context)
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

async function deleteEnded({ database, environment, now }: Context, promises: Facts['promises']): Promise<void> {
  await database.write(async (tx) => {
    await releaseWordKeys(tx, now() - sameWordsMs)
    await deleteUnconfirmed(tx, { now: now(), ...promises })
    const { emailIds } = await deleteLeads(tx, { leftBefore: now() - promises.keepUnsentDays * 24 * hourMs })
    // Before the commit: after a power cut nobody would know which files to delete.
    await removeEmailFiles(emailFolder(environment.dataDir), emailIds)
  })
  // In steps, so that others can write in between.
  let deleted: number
  do deleted = await database.writeSoon((tx) => deleteEndedLimits(tx, now()))
  while (deleted > 0)
}

/** Logs problems that an owner would otherwise notice late: an unusable gateway, or the paused outbox of a copy. */
function warn({ environment: { chat }, database, log }: Context): void {
  if ((chat.baseUrl === undefined) !== (chat.apiKey === undefined)) {
    log.warn('CHAT_BASE_URL and CHAT_API_KEY belong together; one is missing, so the built-in agent answers')
  }
  readPause(database.db).then(
    (pause) => pause && log.warn({ because: pause.because }, 'the outbox is paused until `outbox resume`'),
    (error: unknown) => log.error({ err: error }, 'the pause of the outbox could not be read'),
  )
}
