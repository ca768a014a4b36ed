import type { Db } from '../../../migrations/tables.ts'
import { noSuch, Refusal } from '../../../platform/actions.ts'
import { type Article, readArticles } from '../../../platform/content/articles.ts'
import { tryRead } from '../../../platform/content/files/content-error.ts'
import { contentVersion } from '../../../platform/content/files/content-files.ts'
import { readSiteContent, type SiteContent } from '../../../platform/content/site-content.ts'
import { formatDay } from '../../../platform/text/time-text.ts'

type CurrentContent = { site: SiteContent | undefined; articles: Article[]; problems: string[] }

let cached: { version: string; content: CurrentContent } | undefined

/**
 * Reads the site's content and all articles, including drafts. Cached until a file or the day changes: reading the sample
 * needs 120 ms, and many of the desk's views do it at every refresh.
 */
export function readArticlesNow(): CurrentContent {
  const today = new Date()
  const version = `${formatDay(today)} ${contentVersion()}`
  if (cached?.version !== version) cached = { version, content: readArticlesFromDisk(today) }
  return cached.content
}

function readArticlesFromDisk(today: Date): CurrentContent {
  const problems: string[] = []
  const addProblem = (problem: string) => problems.push(problem)
  const site = tryRead(readSiteContent, addProblem)
  if (site === undefined) return { site, articles: [], problems }
  const read = (includeDrafts: boolean) =>
    tryRead(() => readArticles(site.facts, today, () => includeDrafts), addProblem)
  // If a draft is broken, still show the published articles.
  return { site, articles: read(true) ?? read(false) ?? [], problems }
}

/** Articles and drafts that haven't been sent or scheduled as an issue, newest first. */
export async function listUnsentArticles(db: Db): Promise<Article[]> {
  const issues = await db.selectFrom('issues').select('slug').execute()
  return readArticlesNow().articles.filter(({ slug }) => !issues.some((issue) => issue.slug === slug))
}

/** Finds an article or draft. @throws Refusal if it doesn't exist, or content/ is invalid */
export function requireArticle({ site, articles, problems }: CurrentContent, slug: string) {
  const article = articles.find((each) => each.slug === slug)
  if (site && article) return { site, article }
  if (problems[0] !== undefined) throw new Refusal(problems[0])
  throw noSuch(
    'article',
    [slug],
    articles.map((each) => each.slug),
  )
}
