export function siteUrl(): URL {
  return new URL(import.meta.env.SITE)
}
