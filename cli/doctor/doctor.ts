import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { readOffers } from '../../src/content/facts/offers.ts'
import { unlessWrong } from '../../src/content/read-content.ts'
import { readStudio } from '../../src/content/studio.ts'
import { counted } from '../../src/lib/text/amounts.ts'
import { lowDisk } from '../../src/server/disk-room.ts'
import { loadEnvironment } from '../../src/server/environment.ts'
import { environmentNotes, keyInClear } from '../../src/server/environment-notes.ts'
import { builtForAnother } from '../../src/server/http/static-files.ts'
import { example, exitFailed } from '../command.ts'
import { style, writeErr, writeJson, writeOut } from '../terminal/terminal.ts'
import { checkCalls } from './check-calls.ts'
import { checkArticles, checkContent, checkDatedFacts, checkPromotion, checkProof } from './check-content.ts'
import { checkMail } from './check-mail.ts'
import { checkChat, checkDatabase } from './check-services.ts'
import { type Finding, findingsAbout } from './finding.ts'

const marks = { ok: style('green', 'ok   '), note: style('yellow', 'note '), wrong: style('red', 'wrong') }

export function addDoctor(studio: Command): void {
  studio
    .command('doctor')
    .description('tell what is still sample content, what has passed, and whether mail, chat and database answer')
    .option('--json', 'as JSON')
    .addHelpText('after', example('doctor'))
    .action(async ({ json }: { json?: true }) => {
      const findings = await examine()
      if (json) writeJson(findings)
      else
        for (const { about, state, text } of findings) {
          const cells = process.stdout.isTTY
            ? [marks[state], about.padEnd(9), text].join('  ')
            : [state, about, text].join('\t')
          writeOut(`${cells}\n`)
        }
      const wrong = findings.filter(({ state }) => state === 'wrong').length
      if (wrong > 0) writeErr(`${counted(wrong, 'thing is', 'things are')} wrong.`)
      process.exitCode = wrong > 0 ? exitFailed : 0
    })
}

async function examine(): Promise<Finding[]> {
  const environment = loadEnvironment()
  const { dataDir, backupDir, siteUrl, chat } = environment
  const services = await Promise.all([
    checkDatabase(environment, unlessWrong(readOffers, () => {})?.promises.keepRequestsMonths),
    checkMail(environment, unlessWrong(readStudio, () => {})?.email),
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
    ...environmentNotes(process.env, environment).map(
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
