/** The way from the home page to this one, in the words of schema.org. */
export function breadcrumbs(steps: readonly { name: string; path: string }[], site: URL): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: new URL(path, site).href,
    })),
  }
}
