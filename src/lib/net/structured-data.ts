/** Things in the words of schema.org (JSON-LD), which name each other by their `@id`. */
export function graph(...things: object[]): object {
  return { '@context': 'https://schema.org', '@graph': things }
}

/** @returns the name by which every page means the same thing, such as the studio */
export function thingId(name: 'studio' | 'site' | 'founder', site: URL): string {
  return new URL(`/#${name}`, site).href
}

/** @param profile the page that says who it is */
export function personData(name: string, profile: string, site: URL): object {
  return { '@type': 'Person', '@id': thingId('founder', site), name, url: profile }
}

/**
 * The way to a page. Search engines ask for at least two steps.
 * @param home what the home page is called, the first step
 * @param steps from there to the page itself
 */
export function breadcrumbs(home: string, steps: readonly { name: string; path: string }[], site: URL): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: home, path: '/' }, ...steps].map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: new URL(path, site).href,
    })),
  }
}
