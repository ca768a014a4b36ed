import { readAgent } from './agent/agent.ts'
import { readDrawings } from './drawings.ts'
import { readFacts } from './facts.ts'
import { readHome } from './home/home.ts'
import { readNewsletter } from './newsletter.ts'
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

function readSiteContent() {
  const facts = readFacts()
  const drawings = readDrawings()
  return {
    facts,
    words: readWords(),
    studio: facts.studio,
    theme: readTheme(),
    drawings,
    home: readHome(facts, drawings),
    frame: readFrame(),
    blog: readBlog(facts),
    sitemap: readSitemap(facts),
    search: readSearchWords(facts),
    newsletter: readNewsletter(facts),
    redirects: readRedirects(),
    llms: readLlms(facts),
    agent: readAgent(facts),
  }
}
