/** Where the site stands: SITE_URL, by way of astro.config.mjs. */
export function siteUrl(): URL {
  return new URL(import.meta.env.SITE)
}
