import { join } from 'node:path'
import { readOffers } from '../../platform/content/facts/offers.ts'
import { tryRead } from '../../platform/content/files/content-error.ts'
import { lowDisk } from '../../platform/disk-space.ts'
import type { Environment } from '../../platform/environment.ts'
import { environmentHints } from '../../platform/environment-hints.ts'
import { isLocalUrl } from '../../platform/http/ip-address.ts'
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
import { checkSite, checkWeight } from './check-site.ts'
import { contentParts } from './content-parts.ts'
import { type Finding, inSentences, note, ok, wrong } from './finding.ts'

/** Runs all checks. That takes seconds: it reads all content and queries other servers. */
export async function checkSetup(environment: Environment): Promise<Finding[]> {
  const { siteUrl, chat } = environment
  const services = await Promise.all([
    checkDatabase(environment, tryRead(readOffers)?.promises.keepRequestsMonths),
    checkEmail(environment),
    checkChat(chat),
  ])
  // Check calls after the database, which might not exist before its check.
  const calls = await checkCalls(environment)
  const diskProblem = await lowDisk(environment)
  const dist = join('dist', 'current')
  const now = new Date()
  const written = contentParts()
  return [
    ...checkContent(written),
    ...checkArticles(now, dist),
    ...checkPromotion(now),
    ...checkDatedFacts(now),
    ...checkSettings(environment),
    ...checkSite(siteUrl, dist),
    ...(isLocalUrl(siteUrl) ? [] : checkProof()),
    ...checkWeight(dist),
    ...services.flat(),
    diskProblem === undefined ? ok('disk', 'The disk has enough space') : wrong('disk', ...inSentences(diskProblem)),
    ...calls,
    ...checkSample(written),
  ]
}

function checkSettings(environment: Environment): Finding[] {
  return environmentHints(process.env, environment).map(({ text, isWrong }) => {
    const finding = isWrong ? wrong : note
    return finding('settings', ...inSentences(text))
  })
}
