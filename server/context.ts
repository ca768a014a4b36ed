import { readEmailTexts } from '../platform/content/email.ts'
import { tryRead } from '../platform/content/read-content.ts'
import { type SiteContent, siteContent } from '../platform/content/site-content.ts'
import { referencePrefix, type Studio } from '../platform/content/studio.ts'
import { emailLook } from '../platform/content/theme.ts'
import { openDatabase } from '../platform/db/database.ts'
import { createReadyCheck, readSecret } from '../platform/db/settings.ts'
import { lowDisk } from '../platform/disk-room.ts'
import { plainLook } from '../platform/email/look.ts'
import { createMailer } from '../platform/email/mailer.ts'
import { Outbox } from '../platform/email/outbox.ts'
import type { EmailComposer, EmailComposers } from '../platform/email/outbox-store.ts'
import type { Environment } from '../platform/environment.ts'
import { defaultLimits, type Limits } from '../platform/limits/limits.ts'
import type { Log } from '../platform/log.ts'
import { ownCalendars } from './calls/busy/calendar-reader.ts'
import type { CallDeps } from './calls/calendar.ts'
import { callEmailKinds } from './calls/notify.ts'
import { type LeadDeps, leadEmailKinds } from './leads/accept-lead.ts'
import { issueBatches, issueComposers } from './newsletter/issue-sender.ts'
import { confirmationKind } from './newsletter/links.ts'
import { laterEmail } from './newsletter/sign-up.ts'

export type Context = Awaited<ReturnType<typeof openContext>>

type Secrets = { linkKey: string; salt: string }

function createComposers(
  { siteUrl, mailFrom, leadsTo }: Environment,
  { linkKey, salt }: Secrets,
  limits: Limits,
  { views, now }: { views: EmailViews; now: () => number },
): EmailComposers {
  // A mistake in content/ must not keep a lead from the owner: the email then names the site by its host.
  const brand = () => {
    const { studio, theme } = tryRead(siteContent) ?? {}
    return {
      text: studio?.name ?? new URL(siteUrl).host,
      href: `${siteUrl}/`,
      look: theme ? emailLook(theme) : plainLook,
      // The owner's emails are in English, like the commands.
      lang: 'en',
    }
  }
  const callSettings = () => {
    const { calls, studio, ...site } = siteContent()
    if (calls === undefined) throw new Error('content/calls.yaml is missing')
    const texts = readEmailTexts(site, siteUrl)
    const address = { name: studio.name, address: studio.email }
    const emailSettings = { from: mailFrom ?? address, leadsTo: leadsTo ?? address }
    return { calls, texts, ownerBrand: brand(), emailSettings, siteUrl, linkKey }
  }
  const newsletterSettings = () => {
    const content = siteContent()
    const links = { siteUrl, linkKey, confirmWithinDays: content.facts.promises.confirmWithinDays }
    const from = mailFrom ?? { name: content.studio.name, address: content.studio.email }
    return {
      salt,
      limits,
      links,
      emails: views.newsletterEmails,
      emailSettings: { from, texts: readEmailTexts(content, siteUrl) },
    }
  }
  const ofLead: EmailComposer = (db, email) => views.leadEmail(db, email, { siteUrl, brand: brand() })
  const ofCall: EmailComposer = (db, email) => views.callEmail(db, email, callSettings, now())
  const composers = (kinds: readonly string[], compose: EmailComposer) => kinds.map((kind) => [kind, compose])
  const rendered = Object.fromEntries([...composers(leadEmailKinds, ofLead), ...composers(callEmailKinds, ofCall)])
  return {
    ...rendered,
    ...issueComposers({ siteUrl, linkKey }, () => siteContent().studio),
    [confirmationKind]: laterEmail(newsletterSettings, now),
  }
}

type EmailViews = {
  leadEmail: typeof import('./leads/emails.tsx').leadEmail
  callEmail: typeof import('./calls/emails.tsx').callEmail
  newsletterEmails: () => Promise<typeof import('./newsletter/emails.tsx')>
}

/** For commands, most of which render no email. The site can't wait: later builds delete its files. */
const importedWhenNeeded: EmailViews = {
  leadEmail: async (...given) => await (await import('./leads/emails.tsx')).leadEmail(...given),
  callEmail: async (...given) => await (await import('./calls/emails.tsx')).callEmail(...given),
  newsletterEmails: async () => await import('./newsletter/emails.tsx'),
}

type ContextOptions = {
  views?: EmailViews
  now?: () => number
  limits?: Limits
  /** The running site alone writes to subscribers: a terminal may lack its settings. */
  sendsIssues?: boolean
}

/** Doesn't read content/, so that a mistake there never stops the owner's commands. */
export async function openContext(environment: Environment, log: Log, options: ContextOptions = {}) {
  const { views = importedWhenNeeded, now = Date.now, limits = defaultLimits, sendsIssues = false } = options
  const mailer = createMailer(environment)
  const database = await openDatabase(environment, log)
  const linkKey = await readSecret(database, 'link-key')
  const salt = await readSecret(database, 'salt')
  const composers = createComposers(environment, { linkKey, salt }, limits, { views, now })
  const batches = sendsIssues ? issueBatches({ database, limits, salt, now, log }) : undefined
  const outbox = new Outbox({ database, mailer, composers, batches, now, log })
  const checkWritable = createReadyCheck(database, now)
  return {
    environment,
    log,
    now,
    limits,
    database,
    mailer,
    outbox,
    composers,
    salt,
    linkKey,
    checkReady: async () => {
      await checkWritable()
      return [await lowDisk(environment.dataDir)].filter((hint) => hint !== undefined)
    },
    close: async (graceMs = 4_000) => {
      await outbox.stop(graceMs)
      await mailer.close()
      await database.close()
    },
  }
}

export function leadDeps({ environment, database, now, salt, limits, outbox }: Context, studio: Studio): LeadDeps {
  const address = { name: studio.name, address: studio.email }
  return {
    database,
    now,
    salt,
    limits,
    emailSettings: { from: environment.mailFrom ?? address, leadsTo: environment.leadsTo ?? address },
    notifyOutbox: outbox.notify,
    referencePrefix: referencePrefix(studio),
  }
}

/** @returns undefined if the studio offers no calls */
export function callDeps(context: Context, { calls, studio, facts }: SiteContent): CallDeps | undefined {
  const { siteUrl, calendarUrls } = context.environment
  return (
    calls && {
      ...leadDeps(context, studio),
      calls,
      reserveMinutes: facts.promises.holdCallMinutes,
      host: new URL(siteUrl).hostname,
      siteUrl,
      linkKey: context.linkKey,
      calendarKeys: ownCalendars(calendarUrls, context.salt).map(({ key }) => key),
    }
  )
}
