import { emailAddresses, emailTexts } from '../platform/content/email.ts'
import { tryRead } from '../platform/content/read-content.ts'
import { siteContent } from '../platform/content/site-content.ts'
import type { Brand } from '../platform/email/EmailLayout.tsx'
import { plainLook } from '../platform/email/look.ts'
import type { EmailComposer, EmailComposers, EmailText } from '../platform/email/outbox-store.ts'
import type { Environment } from '../platform/environment.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { CallEmailSettings } from './calls/emails.tsx'
import { callEmailKinds } from './calls/notify.ts'
import { leadEmailKinds } from './leads/accept-lead.ts'
import { replyKind } from './leads/waiting.ts'
import { issueComposer } from './newsletter/issues/sender.ts'
import { issueKind } from './newsletter/issues/store.ts'
import { confirmationComposer } from './newsletter/sign-up.ts'
import { confirmationKind } from './newsletter/store.ts'

export type ComposerDeps = {
  environment: Environment
  linkKey: string
  salt: string
  limits: Limits
  now: () => number
}

/** Renders emails by kind, when they're sent or shown. Views are imported then, since most commands render no email. */
export function createComposers(deps: ComposerDeps): EmailComposers {
  const { siteUrl } = deps.environment
  // content/ can change after an email is queued, for example by `studio begin`.
  const readdressed = (kind: string, email: EmailText | undefined): EmailText | undefined => {
    const studio = tryRead(siteContent)?.studio
    if (email === undefined || studio === undefined) return email
    const { from, leadsTo: to } = emailAddresses(deps.environment, studio)
    return { ...email, from, ...(kind !== replyKind && !kind.endsWith('-receipt') && { to }) }
  }
  const composeLeadEmail: EmailComposer = async (db, email) => {
    const { leadEmail } = await import('./leads/emails.tsx')
    return readdressed(email.kind, await leadEmail(db, email, { siteUrl, brand: ownerBrand(siteUrl) }))
  }
  const composeReply: EmailComposer = async (db, email) => {
    const { replyEmail } = await import('./leads/reply-email.tsx')
    return readdressed(email.kind, await replyEmail(db, email))
  }
  const composeCallEmail: EmailComposer = async (db, email) => {
    const { callEmail } = await import('./calls/emails.tsx')
    return await callEmail(db, email, { ...deps, readSettings: () => callEmailSettings(deps) })
  }
  const composeWeekEmail: EmailComposer = async (db, email) => {
    const { weekEmail } = await import('./overview/week-email.tsx')
    if (siteContent().studio.weeklyMail === 'off') return undefined
    return readdressed(email.kind, await weekEmail(db, email, { ...deps, brand: ownerBrand(siteUrl), now: deps.now() }))
  }
  return {
    ...Object.fromEntries(leadEmailKinds.map((kind) => [kind, composeLeadEmail])),
    ...Object.fromEntries(callEmailKinds.map((kind) => [kind, composeCallEmail])),
    [replyKind]: composeReply,
    week: composeWeekEmail,
    [issueKind]: issueComposer(deps),
    [confirmationKind]: confirmationComposer(deps),
  }
}

/** Imports the views early: later builds delete the files of a running site. */
export async function loadEmailViews(): Promise<void> {
  await Promise.all([
    import('./leads/emails.tsx'),
    import('./leads/reply-email.tsx'),
    import('./calls/emails.tsx'),
    import('./newsletter/emails.tsx'),
  ])
}

/** Names the site by its host if content/ is invalid, because the owner must get leads anyway. */
function ownerBrand(siteUrl: string): Brand {
  const { studio, theme } = tryRead(siteContent) ?? {}
  return {
    text: studio?.name ?? new URL(siteUrl).host,
    href: `${siteUrl}/`,
    look: theme ?? plainLook,
    // The owner's emails are in English, like the commands.
    lang: 'en',
  }
}

function callEmailSettings({ environment, linkKey }: ComposerDeps): CallEmailSettings {
  const { siteUrl } = environment
  const content = siteContent()
  const { calls, studio } = content
  if (calls === undefined) throw new Error('content/calls.yaml is missing')
  const emailSettings = emailAddresses(environment, studio)
  const texts = emailTexts(content, siteUrl)
  return { calls, texts, ownerBrand: ownerBrand(siteUrl), emailSettings, siteUrl, linkKey }
}
