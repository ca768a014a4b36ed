import { z } from 'zod'
import { ContentError, readContent } from './read-content.ts'

const anySite = 'https://site.example'
const isAddress = (text: string) => URL.canParse(text, anySite)

const from = z
  .string()
  .regex(/^\/(?![/\\])[^\s?#]*[^\s?#/]$/, 'must be a path without a slash at its end, like /old-address')
  .refine(isAddress, 'is no address')
  .transform((path) => new URL(path, anySite).pathname)
const to = z
  .string({ error: 'must be an address' })
  .regex(/^(\/(?![/\\])|https:\/\/)[^\s"]*$/, 'must start with / or https://, without spaces and quotes')
  .refine(isAddress, 'is no address')
  .transform((address) => {
    const { href, origin } = new URL(address, anySite)
    return origin === anySite ? href.slice(origin.length) : href
  })
const schema = z.record(from, to).nullable()

export function readRedirects(): Record<string, string> {
  const steps = new Map(Object.entries(readContent('redirects.yaml', schema) ?? {}))
  return Object.fromEntries([...steps.keys()].map((start) => [start, destinationOf(start, steps)]))
}

function destinationOf(start: string, steps: ReadonlyMap<string, string>): string {
  const seen = new Set<string>()
  let at = start
  while (true) {
    // An address with a fragment or query leads on as its page does.
    const path = at.replace(/[?#].*/, '')
    if (seen.has(path)) throw new ContentError(`content/redirects.yaml:\n  ${start}: leads back to ${path}`)
    seen.add(path)
    const next = steps.get(path)
    if (next === undefined) return at
    at = next
  }
}
