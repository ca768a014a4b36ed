import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readOffers } from '../../platform/content/facts/offers.ts'
import { tryRead } from '../../platform/content/files/content-error.ts'
import { lowDisk } from '../../platform/disk-space.ts'
import type { Environment } from '../../platform/environment.ts'
import { environmentHints, unencryptedKeyWarning } from '../../platform/environment-hints.ts'
import { isLocalUrl } from '../../platform/http/ip-address.ts'
import { siteUrlMismatch } from '../../platform/http/static-manifest.ts'
import {
  checkArticles,
  checkContent,
  checkDatedFacts,
  checkPromotion,
  checkProof,
  checkSample,
} from './check-content.ts'
import { checkEmail } from './check-email.ts'
import { checkCalls, checkChat, checkDatabase } from './check-services.ts'
import { contentParts } from './content-parts.ts'
import { type Finding, inSentences, note, ok, wrong } from './finding.ts'

/** Reads all content and asks other servers, so it needs seconds. */
export async function checkSetup(environment: Environment): Promise<Finding[]> {
  const { siteUrl, chat } = environment
  const services = await Promise.all([
    checkDatabase(environment, tryRead(readOffers)?.promises.keepRequestsMonths),
    checkEmail(environment),
    checkChat(chat),
  ])
  const diskProblem = await lowDisk(environment)
  const dist = join('dist', 'current')
  const now = new Date()
  const written = contentParts()
  return [
    ...checkContent(written),
    ...checkArticles(now, dist),
    ...checkPromotion(now),
    ...checkDatedFacts(now),
    ...environmentHints(process.env, environment).map((text) =>
      (text === unencryptedKeyWarning ? wrong : note)('settings', ...inSentences(text)),
    ),
    ...checkSite(siteUrl, dist),
    ...(isLocalUrl(siteUrl) ? [] : checkProof()),
    ...checkWeight(dist),
    ...services.flat(),
    diskProblem === undefined ? ok('disk', 'The disk has enough space') : wrong('disk', ...inSentences(diskProblem)),
    // Check calls after the database, which that check might create.
    ...(await checkCalls(environment)),
    ...checkSample(written),
  ]
}

/** Ten packets, the most a first round trip carries (RFC 6928). */
const firstRoundTripBytes = 14_000

export function checkWeight(dist: string): Finding[] {
  const home = join(dist, 'client', 'index.html.br')
  const size = existsSync(home) ? statSync(home).size : 0
  if (size <= firstRoundTripBytes) return []
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  const todo = `That’s more than the ${kilobytes(firstRoundTripBytes)} of a first round trip. Cut words, sections, or drawings.`
  return [note('site', `The home page is ${kilobytes(size)}`, { todo })]
}

export function checkSite(siteUrl: string, dist: string): Finding[] {
  const mismatch = existsSync(join(dist, 'static.json')) ? siteUrlMismatch(dist, siteUrl) : undefined
  const problems = mismatch === undefined ? [] : [wrong('site', ...inSentences(mismatch))]
  const setting = 'SITE_URL=https://'
  const todo = 'Set your public URL in your settings, then build and restart the site.'
  if (isLocalUrl(siteUrl)) return [...problems, note('site', `SITE_URL is still ${siteUrl}`, { todo, setting })]
  if (new URL(siteUrl).protocol === 'http:')
    return [...problems, note('site', `${siteUrl} isn’t encrypted`, { todo, setting })]
  return mismatch === undefined ? [ok('site', `The site is at ${siteUrl}`)] : problems
}
