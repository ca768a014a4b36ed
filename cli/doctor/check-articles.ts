import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Article, readArticles } from '../../src/content/articles.ts'
import { unlessWrong } from '../../src/content/read-content.ts'
import { siteContent } from '../../src/content/site-content.ts'
import { readManifest } from '../../src/server/http/static-files.ts'
import type { Finding } from './finding.ts'

/** An article comes out by a build, and nobody builds by himself. @param dist the folder of the last build, if there is one */
export function checkArticles(today: Date, dist: string): Finding[] {
  const articles = unlessWrong(
    () => {
      const { offers, studio } = siteContent()
      return readArticles({ ...offers, studio }, today, () => true)
    },
    () => {},
  )
  if (articles === undefined || !existsSync(join(dist, 'static.json'))) return []
  return scheduleOf(articles, new Set(readManifest(dist).files.map(({ path }) => path)))
}

export function scheduleOf(
  articles: readonly Pick<Article, 'slug' | 'path' | 'date' | 'notOut'>[],
  built: ReadonlySet<string>,
): Finding[] {
  return articles.flatMap(({ slug, path, date, notOut }): Finding[] => {
    const about = 'articles'
    if (notOut === 'scheduled') {
      return [{ about, state: 'note', text: `${slug} comes out with the first build on or after ${date}` }]
    }
    if (notOut !== undefined || built.has(path)) return []
    return [
      { about, state: 'wrong', text: `${slug} is not in the last build: npm run build, then start the site again` },
    ]
  })
}
