import type { Studio } from '../../platform/content/studio.ts'

export type HeadInput = {
  studio: Studio
  title?: string | undefined
  description?: string | undefined
  /** From the root, without a trailing slash: `/privacy`. */
  path: string
  site: URL
  share?: { path: string; alt: string } | undefined
  article?: { date: string; updated?: string | undefined; tags: readonly string[] } | undefined
}

export function siteUrl(): URL {
  return new URL(import.meta.env.SITE)
}

export function headLinks({ studio, title, description, path, site, share, article }: HeadInput) {
  const urlOf = (to: string) => new URL(to, site).href
  const head = {
    title: title ? `${title} · ${studio.name}` : `${studio.name} · ${studio.tagline}`,
    description: description ?? studio.description,
    canonical: urlOf(path),
  }
  const picture = share ?? { path: '/share.png', alt: `${studio.name}: ${studio.tagline}` }
  const social: [property: string, content: string][] = [
    ['og:site_name', studio.name],
    ['og:title', title ?? head.title],
    ['og:description', head.description],
    ['og:url', head.canonical],
    ['og:image', urlOf(picture.path)],
    ['og:image:alt', picture.alt],
  ]
  // og:type defaults to website (The Open Graph protocol).
  if (article) {
    social.push(
      ['og:type', 'article'],
      ['article:published_time', article.date],
      ['article:modified_time', article.updated ?? article.date],
    )
    for (const tag of article.tags) social.push(['article:tag', tag])
  }
  return { ...head, social }
}
