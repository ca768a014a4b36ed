import { z } from 'zod'
import { ContentError } from './files/content-error.ts'
import { readContent } from './files/read-content.ts'

/** Base for parsing relative URLs. The site's own URL isn't known here. */
const placeholderSite = 'https://site.example'
const isValidUrl = (text: string) => URL.canParse(text, placeholderSite)

const source = z
  .string()
  .regex(/^\/(?![/\\])[^\s?#]*[^\s?#/]$/, 'must begin with / and end without one, like /old-address')
  .refine(isValidUrl, 'isn’t a valid URL')
  .transform((path) => new URL(path, placeholderSite).pathname)
const target = z
  .string({ error: 'must be a path or URL' })
  .regex(/^(\/(?![/\\])|https:\/\/)[^\s"]*$/, 'must start with / or https://, without spaces and quotes')
  .refine(isValidUrl, 'isn’t a valid URL')
  .transform((written) => {
    const { href, origin } = new URL(written, placeholderSite)
    return origin === placeholderSite ? href.slice(origin.length) : href
  })

const redirectsSchema = z.record(source, target).nullable()

/** Reads redirects.yaml. Chains are resolved, so each path maps to its final destination. @throws ContentError for loops */
export function readRedirects(): Record<string, string> {
  const redirects = new Map(Object.entries(readContent('redirects.yaml', redirectsSchema) ?? {}))
  return Object.fromEntries([...redirects.keys()].map((path) => [path, destinationOf(path, redirects)]))
}

function destinationOf(start: string, redirects: ReadonlyMap<string, string>): string {
  const visited = new Set<string>()
  let url = start
  while (true) {
    // A destination with a fragment or query is redirected like its page.
    const path = url.replace(/[?#].*/, '')
    if (visited.has(path)) throw new ContentError(`content/redirects.yaml:\n  ${start}: redirects back to ${path}`)
    visited.add(path)
    const next = redirects.get(path)
    if (next === undefined) return url
    url = next
  }
}
