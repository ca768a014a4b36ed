import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isLocalUrl } from '../../platform/http/ip-address.ts'
import { siteUrlMismatch } from '../../platform/http/static-manifest.ts'
import { type Finding, inSentences, note, ok, wrong } from './finding.ts'

/** Checks SITE_URL and whether the pages in `dist` were built for it. */
export function checkSite(siteUrl: string, dist: string): Finding[] {
  const findings: Finding[] = []
  const mismatch = existsSync(join(dist, 'static.json')) ? siteUrlMismatch(dist, siteUrl) : undefined
  if (mismatch !== undefined) findings.push(wrong('site', ...inSentences(mismatch)))
  const setting = 'SITE_URL=https://'
  const todo = 'Set your public URL in your settings, then build and restart the site.'
  if (isLocalUrl(siteUrl)) findings.push(note('site', `SITE_URL is still ${siteUrl}`, { todo, setting }))
  else if (new URL(siteUrl).protocol === 'http:')
    findings.push(note('site', `${siteUrl} isn’t encrypted`, { todo, setting }))
  return findings.length > 0 ? findings : [ok('site', `The site is at ${siteUrl}`)]
}

/** What a first round trip can carry: ten packets (RFC 6928). */
const firstRoundTripBytes = 14_000

/** Notes a home page that needs more than one round trip. @param dist the build's folder */
export function checkWeight(dist: string): Finding[] {
  const home = join(dist, 'client', 'index.html.br')
  const size = existsSync(home) ? statSync(home).size : 0
  if (size <= firstRoundTripBytes) return []
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  const todo = `That’s more than the ${kilobytes(firstRoundTripBytes)} of a first round trip. Cut words, sections, or drawings.`
  return [note('site', `The home page is ${kilobytes(size)}`, { todo })]
}
