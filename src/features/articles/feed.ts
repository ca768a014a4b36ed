import { type Article, changeDay, sharePath } from '../../content/articles.ts'
import type { Blog } from '../../content/blog.ts'
import { plainProseHtml } from '../../content/prose/render-prose.ts'
import type { Studio } from '../../content/studio.ts'

/** What both feeds say, in the words of neither. */
export type Feed = {
  title: string
  description: string
  author: { name: string; url: string }
  /** The page that the feed goes with. */
  page: string
  icon: string
  /** The day on which something in it changed last. */
  changed: string | undefined
  items: FeedItem[]
}

type FeedItem = Pick<Article, 'title' | 'description' | 'date' | 'updated' | 'tags'> & {
  url: string
  picture: string
  /** The whole text: plain elements, absolute addresses. */
  html: string
}

/** More than a reader looks back; the whole archive stands on the site. */
const longest = 50

/** @param articles the newest first */
export function feedOf(articles: readonly Article[], words: Blog, studio: Studio, site: URL): Feed {
  const newest = articles.slice(0, longest)
  const { name, profile } = studio.founder
  const at = (path: string) => new URL(path, site).href
  return {
    title: `${studio.name} · ${words.name}`,
    description: words.description,
    author: name === undefined ? { name: studio.name, url: site.href } : { name, url: profile },
    page: at('/blog'),
    icon: at('/icon-512.png'),
    changed: newest.map(changeDay).toSorted().at(-1),
    items: newest.map(({ title, description, date, updated, tags, path, prose, pictures }) => ({
      title,
      description,
      date,
      updated,
      tags,
      url: at(path),
      picture: at(sharePath(path)),
      html: plainProseHtml(prose, { pictures, base: new URL(path, site) }),
    })),
  }
}
