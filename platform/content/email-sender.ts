import type { Brand } from '../email/layout/EmailLayout.tsx'
import { plainLook } from '../email/layout/inline-styles.ts'
import type { Environment } from '../environment.ts'
import { tryRead } from './files/content-error.ts'
import { type SiteContent, siteContent } from './site-content.ts'
import type { Studio } from './studio.ts'

/** The sender of emails, and the recipient of lead notifications. MAIL_FROM and LEADS_TO override the studio's address. */
export function emailAddresses({ mailFrom, leadsTo }: Environment, { name, email }: Studio) {
  const studio = { name, address: email }
  return { from: mailFrom ?? studio, leadsTo: leadsTo ?? studio }
}

/** The copy, branding, and signature of emails to visitors. */
export function emailTexts({ facts, studio, theme, emails }: SiteContent, siteUrl: string) {
  const brand: Brand = { text: studio.name, href: `${siteUrl}/`, look: theme, lang: facts.lang }
  const signature = [studio.founder.name, emails.signature].filter((line) => line !== undefined)
  return { ...emails, brand, address: studio.email, signature }
}

/**
 * Branding for emails to the owner, which are in English, like the CLI. If content/ is invalid, it's the site's host in
 * plain styles because these emails must still go out.
 */
export function ownerBrand(siteUrl: string): Brand {
  const { studio, theme } = tryRead(siteContent) ?? {}
  return { text: studio?.name ?? new URL(siteUrl).host, href: `${siteUrl}/`, look: theme ?? plainLook, lang: 'en' }
}
