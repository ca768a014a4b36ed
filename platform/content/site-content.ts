import { z } from 'zod'
import { lazy } from '../lazy.ts'
import { readCalls } from './calls.ts'
import { answerFacts } from './chat/answers.ts'
import { readChatContent } from './chat/chat.ts'
import { readDrawings } from './drawings.ts'
import { readEmails } from './email.ts'
import { readFacts } from './facts/facts.ts'
import { readHome } from './home/home.ts'
import { ContentError, readAll, readContent, tryRead } from './read-content.ts'
import { readReplies } from './replies.ts'
import { readBlog, readFrame, readLlms, readNewsletter, readSearchWords, readSitemap, readWords } from './site-words.ts'
import { readTheme } from './theme.ts'

export type SiteContent = ReturnType<typeof readSiteContent>

let cached: SiteContent | undefined

/** All content except the long texts. It's cached, but `npm run dev` reads it for every request. @throws ContentError */
export function siteContent(): SiteContent {
  if (cached === undefined || import.meta.env?.DEV) cached = readSiteContent()
  return cached
}

/** The time zone of calls; UTC if the studio has none, or its content is invalid. */
export function studioZone(): string {
  return tryRead(siteContent)?.calls?.zone ?? 'UTC'
}

export function readSiteContent() {
  // Each part reads the parts it needs, so that a mistake in one doesn't hide mistakes in another.
  const [facts, drawings] = [lazy(readFacts), lazy(readDrawings)]
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
    search: () => readSearchWords(facts()),
    newsletter: () => readNewsletter(facts()),
    llms: () => readLlms(facts()),
    emails: () => readEmails(facts()),
    calls: () => readCalls(facts()),
    replies: () => readReplies(facts()),
    chat: () => readChatContent(answerFacts(facts(), home())),
  })
  return { ...parts, studio: parts.facts.studio }
}

const anySite = 'https://site.example'
const isAddress = (text: string) => URL.canParse(text, anySite)

const from = z
  .string()
  .regex(/^\/(?![/\\])[^\s?#]*[^\s?#/]$/, 'must begin with / and end without one, like /old-address')
  .refine(isAddress, 'isn’t a valid address')
  .transform((path) => new URL(path, anySite).pathname)
const to = z
  .string({ error: 'must be an address' })
  .regex(/^(\/(?![/\\])|https:\/\/)[^\s"]*$/, 'must start with / or https://, without spaces and quotes')
  .refine(isAddress, 'isn’t a valid address')
  .transform((address) => {
    const { href, origin } = new URL(address, anySite)
    return origin === anySite ? href.slice(origin.length) : href
  })
const schema = z.record(from, to).nullable()

export function readRedirects(): Record<string, string> {
  const steps = new Map(Object.entries(readContent('redirects.yaml', schema) ?? {}))
  return Object.fromEntries([...steps.keys()].map((start) => [start, destinationOf(start, steps)]))
}

function destinationOf(start: string, steps: ReadonlyMap<string, string>): string {
  const seen = new Set<string>()
  let address = start
  while (true) {
    // An address with a fragment or query redirects like its page.
    const path = address.replace(/[?#].*/, '')
    if (seen.has(path)) throw new ContentError(`content/redirects.yaml:\n  ${start}: redirects back to ${path}`)
    seen.add(path)
    const next = steps.get(path)
    if (next === undefined) return address
    address = next
  }
}
