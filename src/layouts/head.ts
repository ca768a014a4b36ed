import type { Studio } from '../content/studio.ts'

type HeadInput = {
  studio: Studio
  title: string | undefined
  description: string | undefined
  path: string
  site: URL | undefined
}

/** What a page's head says about it. Addresses are absolute when the site's own is known. */
export function headLinks({ studio, title, description, path, site }: HeadInput) {
  const at = (to: string) => (site ? new URL(to, site).href : to)
  const head = {
    title: title ? `${title} · ${studio.name}` : `${studio.name} · ${studio.tagline}`,
    description: description ?? studio.description,
    canonical: at(path),
  }
  const social: [property: string, content: string][] = [
    ['og:type', 'website'],
    ['og:site_name', studio.name],
    ['og:title', head.title],
    ['og:description', head.description],
    ['og:url', head.canonical],
    ['og:image', at('/share.png')],
    ['og:image:alt', `${studio.name}: ${studio.tagline}`],
  ]
  return { ...head, social }
}
