import type { Article } from '../../content/articles.ts'

export type Neighbours = { related: Article[]; earlier: Article | undefined; later: Article | undefined }

/**
 * What an article leads on to: those that it names (a draft among them stays out), and the two beside it in time.
 * @param articles the newest first
 */
export function neighboursOf({ slug, related }: Article, articles: readonly Article[]): Neighbours {
  const at = articles.findIndex((each) => each.slug === slug)
  return {
    related: related.flatMap((name) => articles.find((each) => each.slug === name) ?? []),
    earlier: articles[at + 1],
    later: articles[at - 1],
  }
}
