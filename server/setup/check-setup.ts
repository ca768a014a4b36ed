import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readOffers } from '../../platform/content/facts/offers.ts'
import { tryRead } from '../../platform/content/read-content.ts'
import { readStudio } from '../../platform/content/studio.ts'
import { reasonOf } from '../../platform/db/database.ts'
import { lowDisk } from '../../platform/disk-room.ts'
import { toAsciiAddress } from '../../platform/email/email-address.ts'
import { createMailer } from '../../platform/email/mailer.ts'
import type { Environment } from '../../platform/environment.ts'
import { environmentHints, keyInClear } from '../../platform/environment-hints.ts'
import { builtForAnother } from '../../platform/http/built-files.ts'
import { checkCalls } from './check-calls.ts'
import { checkArticles, checkContent, checkDatedFacts, checkPromotion, checkProof } from './check-content.ts'
import { checkEmailRecords } from './check-email-records.ts'
import { checkChat, checkDatabase } from './check-services.ts'
import { type Finding, findingsAbout } from './finding.ts'

/** Reads all content anew, and asks the mail server, the name server and the gateway: it takes seconds. */
export async function checkSetup(environment: Environment): Promise<Finding[]> {
  const { dataDir, backupDir, siteUrl, chat } = environment
  const services = await Promise.all([
    checkDatabase(environment, tryRead(readOffers)?.promises.keepRequestsMonths),
    checkEmail(environment, tryRead(readStudio)?.email),
    checkChat(chat),
    checkDisk(dataDir),
  ])
  const dist = join('dist', 'current')
  const now = new Date()
  return [
    ...checkContent(),
    ...checkArticles(now, dist),
    ...checkPromotion(now),
    ...checkDatedFacts(now),
    ...environmentHints(process.env, environment).map(
      (text): Finding => ({ about: 'settings', state: text === keyInClear ? 'wrong' : 'note', text }),
    ),
    ...checkSite(siteUrl, dist),
    ...(isPublic(siteUrl) ? checkProof() : []),
    ...checkWeight(dist),
    ...services.flat(),
    // Not beside the database's own check: a new database is made by one alone.
    ...(await checkCalls(environment)),
    checkBackup(backupDir),
  ]
}

async function checkDisk(dataDir: string): Promise<Finding> {
  const low = await lowDisk(dataDir)
  const { ok, wrong } = findingsAbout('disk')
  return low === undefined ? ok('has room') : wrong(low)
}

function checkBackup(folder: string | undefined): Finding {
  const { ok, note } = findingsAbout('backup')
  return folder === undefined ? note('none is made at night: set BACKUP_DIR') : ok(`one every night, in ${folder}`)
}

/** The first answer of a connection holds that much (RFC 6928: ten packets): what is larger takes a round trip more. */
const firstAnswerBytes = 14_000

export function checkWeight(dist: string): Finding[] {
  const home = join(dist, 'client', 'index.html.br')
  if (!existsSync(home)) return []
  const { size } = statSync(home)
  const { note } = findingsAbout('site')
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  if (size <= firstAnswerBytes) return []
  return [
    note(
      `the landing page is ${kilobytes(size)}, and ${kilobytes(firstAnswerBytes)} arrive at once: fewer words, sections or drawings make it faster`,
    ),
  ]
}

export function checkSite(siteUrl: string, dist: string): Finding[] {
  const { ok, note, wrong } = findingsAbout('site')
  const mismatch = existsSync(join(dist, 'static.json')) ? builtForAnother(dist, siteUrl) : undefined
  const wrongs = mismatch === undefined ? [] : [wrong(mismatch)]
  if (!isPublic(siteUrl)) return [...wrongs, note(`SITE_URL is ${siteUrl}; set the public address`)]
  if (new URL(siteUrl).protocol === 'http:') return [...wrongs, note(`${siteUrl} is not encrypted; use https`)]
  return mismatch === undefined ? [ok(siteUrl)] : wrongs
}

function isPublic(siteUrl: string): boolean {
  return !['localhost', '127.0.0.1'].includes(new URL(siteUrl).hostname)
}

const { ok, note, wrong } = findingsAbout('mail')

async function checkEmail(environment: Environment, studioAddress: string | undefined): Promise<Finding[]> {
  const sender = environment.mailFrom?.address ?? studioAddress
  if (sender === undefined) return [await checkMailer(environment)]
  const ascii = toAsciiAddress(sender) ?? sender
  const domain = ascii.slice(ascii.lastIndexOf('@') + 1).toLowerCase()
  const isSent = environment.smtpUrl !== undefined
  const [mailer, records] = await Promise.all([
    checkMailer(environment),
    isSent && !isSample(domain) ? checkEmailRecords(domain) : [],
  ])
  return [mailer, ...(isSent ? checkSender(environment, domain) : []), ...records]
}

async function checkMailer(environment: Environment): Promise<Finding> {
  const mailer = createMailer(environment)
  try {
    await mailer.verify()
  } catch (error) {
    return wrong(`${mailer.description}, but: ${reasonOf(error)}`)
  }
  return environment.smtpUrl === undefined ? note(mailer.description) : ok(`${mailer.description}; it answers`)
}

function checkSender({ siteUrl }: Environment, domain: string): Finding[] {
  const notes: string[] = []
  if (isSample(domain)) notes.push(`mails come from an address at ${domain}, which nobody can answer: set MAIL_FROM`)
  if (!siteUrl.startsWith('https:'))
    notes.push('mail programs show their button to unsubscribe only for https: set SITE_URL')
  return notes.map(note)
}

/** Names that lead nowhere on purpose (RFC 2606, RFC 6761): there is nobody to ask about them. */
function isSample(domain: string): boolean {
  return /(?:^|\.)(?:example|invalid|test|localhost)$/.test(domain)
}
