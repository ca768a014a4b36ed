import type { Article } from '../../content/articles.ts'

export type Neighbours = { related: Article[]; earlier: Article | undefined; later: Article | undefined }

/** The articles that it names (drafts stay out), and the two beside it in time; `articles` are newest first. */
export function neighboursOf({ slug, related }: Article, articles: readonly Article[]): Neighbours {
  const at = articles.findIndex((each) => each.slug === slug)
  return {
    related: related.flatMap((name) => articles.find((each) => each.slug === name) ?? []),
    earlier: articles[at + 1],
    later: articles[at - 1],
  }
}
