import { readAgent } from './agent/agent.ts'
import { readDrawings } from './drawings.ts'
import { readFacts } from './facts/facts.ts'
import { readHome } from './home/home.ts'
import { pageFacts } from './home/page-facts.ts'
import { readNewsletter } from './newsletter.ts'
import { readAll } from './read-content.ts'
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

/** The same, read anew. @throws ContentError */
export function readSiteContent() {
  const { facts, drawings, ...plain } = readAll({
    facts: readFacts,
    drawings: readDrawings,
    words: readWords,
    theme: readTheme,
    frame: readFrame,
    redirects: readRedirects,
  })
  const filled = readAll({
    home: () => readHome(facts, drawings),
    blog: () => readBlog(facts),
    sitemap: () => readSitemap(facts),
    search: () => readSearchWords(facts),
    newsletter: () => readNewsletter(facts),
    llms: () => readLlms(facts),
    agent: () => readAgent({ ...facts, ...pageFacts(readHome(facts, drawings)) }),
  })
  return { facts, studio: facts.studio, drawings, ...plain, ...filled }
}
