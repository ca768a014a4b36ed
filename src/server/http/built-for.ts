import { readManifest } from './static-files.ts'

/**
 * @param dist folder of a build
 * @returns what is wrong where its pages name another public address than SITE_URL
 */
export function builtForAnother(dist: string, siteUrl: string): string | undefined {
  const built = readManifest(dist).siteUrl
  if (built === siteUrl) return undefined
  return `The pages were built for ${built}, and SITE_URL is ${siteUrl}: links, feeds and sitemap name the former. Build with the same SITE_URL and start again`
}
