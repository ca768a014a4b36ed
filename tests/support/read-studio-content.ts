import { readArticles } from '../../src/content/articles.ts'
import { readAll } from '../../src/content/read-content.ts'
import { readSiteContent } from '../../src/content/site-content.ts'
import { readTextPages } from '../../src/content/text-pages.ts'

/** Everything in the content/ of a folder, read anew. @throws ContentError for all that is wrong with it */
export function readContentIn(folder: string) {
  const before = process.cwd()
  process.chdir(folder)
  try {
    const { site } = readAll({ site: readSiteContent })
    const { answers, articles, pages } = readAll({
      answers: () => site.agent.answers,
      articles: () => readArticles(site.facts, new Date(), () => true),
      pages: () => readTextPages(site.facts),
    })
    return { ...site, answers, articles, pages }
  } finally {
    process.chdir(before)
  }
}
