import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { builtForAnother } from '../../src/server/http/built-for.ts'
import type { Finding } from './finding.ts'

/** @param dist the folder of the last build, if there is one */
export function checkSite(siteUrl: string, dist: string): Finding[] {
  const about = 'site'
  const mismatch = existsSync(join(dist, 'static.json')) ? builtForAnother(dist, siteUrl) : undefined
  const wrong: Finding[] = mismatch === undefined ? [] : [{ about, state: 'wrong', text: mismatch }]
  const { hostname, protocol } = new URL(siteUrl)
  if (hostname === 'localhost' || hostname === '127.0.0.1') {
    return [...wrong, { about, state: 'note', text: `SITE_URL is ${siteUrl}; set the public address` }]
  }
  if (protocol === 'http:') {
    return [...wrong, { about, state: 'note', text: `${siteUrl} is not encrypted; use https` }]
  }
  return wrong.length > 0 ? wrong : [{ about, state: 'ok', text: siteUrl }]
}
