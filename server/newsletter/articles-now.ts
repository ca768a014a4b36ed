import { globSync, statSync } from 'node:fs'
import { noSuch, Refusal } from '../../platform/actions.ts'
import { type Article, readArticles } from '../../platform/content/articles.ts'
import { contentPath, tryRead } from '../../platform/content/read-content.ts'
import { readSiteContent, type SiteContent } from '../../platform/content/site-content.ts'
import { dayOf } from '../../platform/text/time-text.ts'

type CurrentArticles = { site: SiteContent | undefined; articles: Article[]; problems: string[] }

let cached: { version: string; current: CurrentArticles } | undefined

/** The site's texts and all articles, including drafts. Cached until a file or the day changes. */
export function readArticlesNow(): CurrentArticles {
  const today = new Date()
  const version = [dayOf(today), ...fileVersions(contentPath())].join('\n')
  if (cached?.version !== version) cached = { version, current: readCurrent(today) }
  return cached.current
}

function fileVersions(folder: string): string[] {
  return globSync('**/*', { cwd: folder }).map((name) => {
    const { mtimeMs = 0, size = 0 } = statSync(`${folder}/${name}`, { throwIfNoEntry: false }) ?? {}
    return `${name} ${mtimeMs} ${size}`
  })
}

function readCurrent(today: Date): CurrentArticles {
  const problems: string[] = []
  const addProblem = (problem: string) => problems.push(problem)
  const site = tryRead(readSiteContent, addProblem)
  if (site === undefined) return { site, articles: [], problems }
  const read = (includeDrafts: boolean) =>
    tryRead(() => readArticles(site.facts, today, () => includeDrafts), addProblem)
  // A broken draft doesn't hide the published articles.
  return { site, articles: read(true) ?? read(false) ?? [], problems }
}

export function requireArticle({ site, articles, problems }: CurrentArticles, slug: string) {
  const article = articles.find((other) => other.slug === slug)
  if (site && article) return { site, article }
  if (problems[0] !== undefined) throw new Refusal(problems[0])
  const known = articles.map((other) => other.slug)
  throw noSuch('article', [slug], known)
}
