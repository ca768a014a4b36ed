import { openChat } from './chat.ts'
import { type MailTexts, readMailTexts } from './content/mail.ts'
import type { Offers } from './content/offers.ts'
import { siteContent } from './content/site-content.ts'
import type { Studio } from './content/studio.ts'
import { type Desk, openDesk } from './desk.ts'
import type { TrainedAnswers } from './features/agent/book/book.ts'
import { trainedAnswers } from './features/agent/book/trained-answers.ts'
import { postChat } from './features/agent/chat.route.ts'
import type { ChatDeps } from './features/agent/chat.service.ts'
import { createOpenStreams } from './features/agent/open-streams.ts'
import { createWallet } from './features/agent/wallet.ts'
import { type LeadDeps, sameWordsMs } from './features/leads/accept-lead.ts'
import { type ConsultationDeps, consultationForm } from './features/leads/consultation.form.ts'
import { contactForm } from './features/leads/contact.form.ts'
import { deleteUnsent, releaseWordKeys } from './features/leads/lead.repository.ts'
import { mostStreams } from './features/limits.ts'
import { issueHeaders } from './features/newsletter/issue/issue-mail.ts'
import { createIssueSender, type IssueSender } from './features/newsletter/issue/issue-sender.ts'
import { type LinkAnswer, openMailLink } from './features/newsletter/mail-link.route.ts'
import { newsletterForm } from './features/newsletter/newsletter.form.ts'
import { deleteUnconfirmed } from './features/newsletter/newsletter.repository.ts'
import type { NewsletterDeps } from './features/newsletter/newsletter.service.ts'
import { createWaitingMails } from './features/newsletter/waiting-mails.ts'
import { createNightly } from './server/backup/nightly.ts'
import type { Database } from './server/db/database.ts'
import { readSecret } from './server/db/settings.ts'
import type { Environment } from './server/environment.ts'
import type { GatewayTimeouts } from './server/gateway/chat-gateway.ts'
import { type FormAnswer, type FormRoute, formRoute } from './server/http/form-route.ts'
import { deleteEndedLimits } from './server/limits/limits.ts'
import type { Log } from './server/log.ts'
import { removeMailFiles } from './server/mail/file-mailer.ts'
import { mailFolder } from './server/mail/mailer.ts'
import { readMute } from './server/mail/mute.ts'

type FormName = 'contact' | 'booking' | 'newsletter'

/** The running product without its HTTP: what routes, commands and tests work with. */
export type App = Desk & {
  studio: Studio
  offers: Offers
  mailTexts: MailTexts
  /** What `submitContact` takes. */
  contact: LeadDeps
  /** What `submitConsultation` takes. */
  booking: ConsultationDeps
  /** What `subscribe` takes. */
  newsletter: NewsletterDeps
  /** POST to the form of this name. @param sender the address that the request counts for */
  postForm: (name: FormName, request: Request, sender: string, requestId: string) => Promise<FormAnswer>
  /** Takes the issues of the newsletter to their readers. */
  issueSender: IssueSender
  /** A link of a newsletter's mail. @param url its address, with the key */
  openMailLink: (
    purpose: Parameters<typeof openMailLink>[0],
    request: { method: string; url: URL; requestId: string },
  ) => Promise<LinkAnswer>
  /** What `answerChat` takes. */
  chat: ChatDeps
  /** POST /api/chat. @param from.sender the address that the message counts for */
  postChat: (request: Request, from: { sender: string; requestId: string }) => Promise<Response>
  /** Deletes what is kept for a time alone, and has had it. Never rejects. */
  tidyUp: () => Promise<void>
  /** For the process that serves: sends mails, and once an hour tidies up. */
  start: () => void
}

export type AppOptions = {
  /** The agent's answers, with what was learned from their examples; else it is learned when somebody first asks. */
  answers?: TrainedAnswers
  now?: () => number
  /** How long the chat waits for a gateway. */
  timeouts?: Partial<GatewayTimeouts>
  /** The program that makes a backup; without it none is made by itself. */
  backupProgram?: string
}

const hourMs = 3_600_000

/**
 * Puts the product together.
 * @throws ContentError for wrong texts, EnvironmentError for a DKIM key that can't sign, StorageError for a database that
 * can't be used
 */
export async function openApp(
  environment: Environment,
  log: Log,
  { answers, now = Date.now, timeouts, backupProgram }: AppOptions = {},
): Promise<App> {
  const content = siteContent()
  const { studio, offers, home, newsletter: letter, agent } = content
  const { siteUrl } = environment
  const mailTexts = readMailTexts(offers, studio, siteUrl)
  const desk = await openDesk(environment, log, now)
  const { database, mailer, outbox, salt, linkKey } = desk
  const talkKey = await readSecret(database, 'talk-key')
  let housekeeping: NodeJS.Timeout | undefined
  const tidyUp = async () => {
    try {
      await database.write(async (tx) => {
        await releaseWordKeys(tx, now() - sameWordsMs)
        await deleteUnconfirmed(tx, { now: now(), ...offers.promises })
        const { mailIds } = await deleteUnsent(tx, now() - offers.promises.keepUnsentDays * 24 * hourMs)
        // Before the commit: afterwards nobody knows which files they were, should the power go.
        await removeMailFiles(mailFolder(environment.dataDir), mailIds)
        // Last, as those who count hold what they count for before the limits.
        await deleteEndedLimits(tx, now(), database.engine)
      })
    } catch (error) {
      log.warn({ err: error }, 'what has ended could not be deleted')
    }
  }
  const address = { name: studio.name, address: studio.email }
  const mail = { from: environment.mailFrom ?? address, leadsTo: environment.leadsTo ?? address, texts: mailTexts }
  const links = { siteUrl, linkKey, confirmWithinDays: offers.promises.confirmWithinDays }
  const newsletter: NewsletterDeps = {
    database,
    now,
    salt,
    links,
    mail,
    consentWords: `${letter.form.consent} [${letter.form.send}]`,
    wakeOutbox: outbox.wake,
  }
  const waitingMails = createWaitingMails(newsletter, log)
  const issueSender = createIssueSender({
    database,
    mailer,
    now,
    log,
    mailsPerMinute: environment.mailsPerMinute,
    salt,
    links,
    headers: (link) => issueHeaders(link, studio),
  })
  const contact: LeadDeps = { database, now, salt, mail, wakeOutbox: outbox.wake }
  const chat = openChat({
    environment,
    agent,
    answers: () => answers ?? trainedAnswers(agent.answers),
    studioAddress: studio.email,
    now,
    log,
    timeouts,
  })
  const booking: ConsultationDeps = { ...contact, words: agent.booking, extract: chat.extract, talkKey }
  const forms: Record<FormName, FormRoute> = {
    contact: formRoute(contactForm(contact, home.contact.problems), siteUrl),
    booking: formRoute(consultationForm(booking), siteUrl),
    newsletter: formRoute(newsletterForm(newsletter, letter.problems), siteUrl),
  }
  const streams = createOpenStreams(mostStreams)
  const wallet = createWallet({ database, now, salt, log })
  const nightly =
    backupProgram === undefined || environment.backupDir === undefined
      ? undefined
      : createNightly({
          database,
          environment,
          program: backupProgram,
          now,
          log,
          mail: { from: mail.from, to: mail.leadsTo, brand: mailTexts.brand },
          wakeOutbox: outbox.wake,
        })
  return {
    ...desk,
    studio,
    offers,
    mailTexts,
    contact,
    booking,
    newsletter,
    issueSender,
    postForm: (name, request, sender, requestId) =>
      forms[name](request, sender, (error) =>
        log.error({ requestId, err: error, form: name }, 'a form could not be stored'),
      ),
    openMailLink: (purpose, { method, url, requestId }) => {
      const onError = (error: unknown) => log.error({ requestId, err: error }, 'a link could not be answered')
      return openMailLink(purpose, { method, key: url.searchParams.get('key') ?? '', onError }, newsletter)
    },
    chat,
    postChat: (request, from) =>
      postChat(request, from, {
        chat,
        wallet,
        streams,
        siteUrl,
        problems: agent.prompt.problems,
        talkKey,
        now,
        log,
      }),
    tidyUp,
    start: () => {
      if ((environment.chat.baseUrl === undefined) !== (environment.chat.apiKey === undefined)) {
        log.warn('CHAT_BASE_URL and CHAT_API_KEY belong together; one is missing, so the built-in agent answers')
      }
      warnIfMuted(database, log)
      outbox.start()
      issueSender.start()
      waitingMails.start()
      nightly?.start()
      void tidyUp()
      housekeeping = setInterval(tidyUp, hourMs)
    },
    close: async (graceMs = 4_000) => {
      clearInterval(housekeeping)
      await streams.close(graceMs)
      await Promise.all([outbox.stop(graceMs), issueSender.stop(graceMs), waitingMails.stop(), nightly?.stop(graceMs)])
      await desk.close(0)
    },
  }
}

/** Otherwise an owner would wait for mails that a restored copy keeps to itself. */
function warnIfMuted({ db }: Database, log: Log): void {
  readMute(db).then(
    (mute) => mute && log.warn({ because: mute.because }, 'no mail is sent until `mail unmute` says so'),
    (error: unknown) => log.error({ err: error }, 'whether the mails are muted could not be read'),
  )
}
