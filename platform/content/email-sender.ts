import type { Brand } from '../email/layout/EmailLayout.tsx'
import { plainLook } from '../email/layout/inline-styles.ts'
import type { Environment } from '../environment.ts'
import { tryRead } from './files/content-error.ts'
import { type SiteContent, siteContent } from './site-content.ts'
import type { Studio } from './studio.ts'

/** Addresses in the settings win over the studio's. */
export function emailAddresses({ mailFrom, leadsTo }: Environment, { name, email }: Studio) {
  const studio = { name, address: email }
  return { from: mailFrom ?? studio, leadsTo: leadsTo ?? studio }
}

export type EmailTexts = ReturnType<typeof emailTexts>

/** The content of emails to visitors. */
export function emailTexts({ facts, studio, theme, emails }: SiteContent, siteUrl: string) {
  const brand: Brand = { text: studio.name, href: `${siteUrl}/`, look: theme, lang: facts.lang }
  const signature = [studio.founder.name, emails.signature].filter((line) => line !== undefined)
  return { ...emails, brand, address: studio.email, signature }
}

/** The brand of emails to the owner, which are in English, like the commands. It needs no valid content. */
export function ownerBrand(siteUrl: string): Brand {
  const { studio, theme } = tryRead(siteContent) ?? {}
  const host = new URL(siteUrl).host
  return { text: studio?.name ?? host, href: `${siteUrl}/`, look: theme ?? plainLook, lang: 'en' }
}
