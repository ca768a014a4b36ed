import { readAgent } from './agent/agent.ts'
import { answerFacts } from './agent/answers.ts'
import { readCalls } from './calls.ts'
import { readDrawings } from './drawings.ts'
import { readFacts } from './facts/facts.ts'
import { readHome } from './home/home.ts'
import { readNewsletter } from './newsletter.ts'
import { readAll, unlessWrong } from './read-content.ts'
import { readRedirects } from './redirects.ts'
import { readBlog, readFrame, readLlms, readSearchWords, readSitemap } from './site-words.ts'
import { readTheme } from './theme.ts'
import { readWords } from './words.ts'

export type SiteContent = ReturnType<typeof readSiteContent>

let kept: SiteContent | undefined

/** Everything but the long texts, checked, read once (in `npm run dev` at every request). @throws ContentError */
export function siteContent(): SiteContent {
  if (kept === undefined || import.meta.env?.DEV) kept = readSiteContent()
  return kept
}

/** Whose clock tells when a call is; of a studio without calls, or with a mistake in its texts, it is UTC’s. */
export function studioZone(): string {
  return unlessWrong(siteContent, () => {})?.calls?.zone ?? 'UTC'
}

/** The same, read anew. @throws ContentError */
export function readSiteContent() {
  // Each part asks for those that it needs: a mistake in one hides none in another.
  const [facts, drawings] = [once(readFacts), once(readDrawings)]
  const home = once(() => readHome(facts(), drawings()))
  const read = readAll({
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
    calls: () => readCalls(facts()),
    agent: () => readAgent(answerFacts(facts(), home())),
  })
  return { ...read, studio: read.facts.studio }
}

function once<T>(read: () => T): () => T {
  let kept: { value: T } | undefined
  return () => {
    kept ??= { value: read() }
    return kept.value
  }
}
