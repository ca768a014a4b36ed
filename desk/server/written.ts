import { globSync, statSync } from 'node:fs'
import { type Article, readArticles } from '../../platform/content/articles.ts'
import { contentPath, unlessWrong } from '../../platform/content/read-content.ts'
import { readSiteContent, type SiteContent } from '../../platform/content/site-content.ts'
import { dayOf } from '../../platform/text/time-text.ts'
import { Refusal } from './action.ts'

export type Written = { site: SiteContent | undefined; articles: Article[]; problems: string[] }

let kept: { mark: string; written: Written } | undefined

/** The site's texts and all articles, drafts too, as they are now: read anew only where a file has changed. */
export function readWritten(): Written {
  const today = new Date()
  const mark = [dayOf(today), ...filesOf(contentPath())].join('\n')
  if (kept?.mark !== mark) kept = { mark, written: readAnew(today) }
  return kept.written
}

function filesOf(folder: string): string[] {
  return globSync('**/*', { cwd: folder }).map((name) => {
    const { mtimeMs = 0, size = 0 } = statSync(`${folder}/${name}`, { throwIfNoEntry: false }) ?? {}
    return `${name} ${mtimeMs} ${size}`
  })
}

function readAnew(today: Date): Written {
  const problems: string[] = []
  const tell = (problem: string) => problems.push(problem)
  const site = unlessWrong(readSiteContent, tell)
  if (site === undefined) return { site, articles: [], problems }
  const read = (isDraftToo: boolean) => unlessWrong(() => readArticles(site.facts, today, () => isDraftToo), tell)
  // A draft that is wrong hides none of those that are out.
  return { site, articles: read(true) ?? read(false) ?? [], problems }
}

export function requireArticle({ site, articles, problems }: Written, slug: string) {
  const article = articles.find((each) => each.slug === slug)
  if (site && article) return { site, article }
  throw new Refusal(problems[0] ?? `There is no article ${slug}.`)
}
