import { lazy } from '../lazy.ts'
import { readCalls } from './calls.ts'
import { answerFacts } from './chat/answers.ts'
import { readChatContent } from './chat/chat.ts'
import { readDrawings } from './drawings.ts'
import { readEmails } from './email.ts'
import { readFacts } from './facts/facts.ts'
import { readAll, tryRead } from './files/content-error.ts'
import { readHome } from './home/home.ts'
import { readRedirects } from './redirects.ts'
import { readReplies } from './replies.ts'
import { readBlog, readFrame, readLlms, readNewsletter, readSearch, readSitemap } from './site-copy.ts'
import { readTheme } from './theme.ts'
import { readWords } from './words.ts'

export type SiteContent = ReturnType<typeof readSiteContent>

let cached: SiteContent | undefined

/** All content except articles and Markdown pages, cached except during `npm run dev`. @throws ContentError */
export function siteContent(): SiteContent {
  if (cached === undefined || import.meta.env?.DEV) cached = readSiteContent()
  return cached
}

/** The time zone of the studio's calls, or UTC if the studio doesn't offer calls or content/ is invalid. */
export function studioZone(): string {
  return tryRead(siteContent)?.calls?.zone ?? 'UTC'
}

export function readSiteContent() {
  // Shared parts are lazy. Each is read once, and its errors don't hide errors in independent parts.
  const facts = lazy(readFacts)
  const drawings = lazy(readDrawings)
  const home = lazy(() => readHome(facts(), drawings()))
  const parts = readAll({
    facts,
    drawings,
    words: readWords,
    theme: readTheme,
    frame: readFrame,
    redirects: readRedirects,
    home,
    blog: () => readBlog(facts()),
    sitemap: () => readSitemap(facts()),
    search: () => readSearch(facts()),
    newsletter: () => readNewsletter(facts()),
    llms: () => readLlms(facts()),
    emails: () => readEmails(facts()),
    calls: () => readCalls(facts()),
    replies: () => readReplies(facts()),
    chat: () => readChatContent(answerFacts(facts(), home())),
  })
  return { ...parts, studio: parts.facts.studio }
}
