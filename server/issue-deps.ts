import type { SiteContent } from '../platform/content/site-content.ts'
import { leadDeps } from './call-deps.ts'
import type { Desk } from './desk.ts'
import type { IssueDeps } from './newsletter/issues.ts'

export function issueDeps(desk: Desk, content: SiteContent): IssueDeps {
  const { environment, database, mailer, now, linkKey } = desk
  const { siteUrl, smtpUrl } = environment
  return {
    database,
    mailer,
    now,
    smtpUrl,
    links: { siteUrl, linkKey },
    from: leadDeps(desk, content.studio).emailSettings.from,
    site: { ...content, siteUrl },
  }
}
