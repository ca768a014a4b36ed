import type { Article } from '../../content/articles.ts'
import { siteTexts } from '../../content/site-texts.ts'
import { neighboursOf } from '../../features/articles/neighbours.ts'

/** All that an article's page shows of the articles, by its path: itself, and those that it leads on to. */
export function articleContents(): ReadonlyMap<string, string> {
  const { articles } = siteTexts()
  const contents = new Map(articles.map((article) => [article, contentOf(article)]))
  return new Map(
    articles.map((article) => {
      const { related, earlier, later } = neighboursOf(article, articles)
      const shown = [article, earlier, later, ...related].map((each) => each && contents.get(each))
      return [article.path, JSON.stringify(shown)]
    }),
  )
}

function contentOf({ prose, pictures, ...fields }: Article): string {
  return JSON.stringify([fields, prose.source, [...pictures]])
}
