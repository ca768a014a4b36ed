import type { Command } from 'commander'
import { readOffers } from '../../src/content/offers.ts'
import { readStudio } from '../../src/content/studio.ts'
import { lowDisk } from '../../src/server/disk-room.ts'
import { loadEnvironment } from '../../src/server/environment-file.ts'
import { counted } from '../counted.ts'
import { example } from '../studio-command.ts'
import { paint, put, putJson, say } from '../terminal.ts'
import { checkChat } from './check-chat.ts'
import { checkDatabase } from './check-database.ts'
import { checkMail } from './check-mail.ts'
import type { Finding } from './finding.ts'
import { sampleContent } from './sample-content.ts'

const marks = { ok: paint('green', 'ok   '), note: paint('yellow', 'note '), wrong: paint('red', 'wrong') }

export function addDoctor(studio: Command): void {
  studio
    .command('doctor')
    .description('tell what is still sample content, what has passed, and whether mail, chat and database answer')
    .option('--json', 'as JSON')
    .addHelpText('after', example('doctor'))
    .action(async ({ json }: { json?: true }) => {
      const findings = await examine()
      if (json) putJson(findings)
      else
        for (const { about, state, text } of findings)
          put(
            `${process.stdout.isTTY ? `${marks[state]}  ${about.padEnd(9)}  ${text}` : [state, about, text].join('\t')}\n`,
          )
      const wrong = findings.filter(({ state }) => state === 'wrong').length
      if (wrong > 0) say(`${counted(wrong, 'thing is', 'things are')} wrong.`)
      process.exitCode = wrong > 0 ? 1 : 0
    })
}

async function examine(): Promise<Finding[]> {
  const environment = loadEnvironment()
  const checks = await Promise.all([
    checkDatabase(environment),
    checkMail(environment, readStudio().email),
    checkChat(environment.chat),
  ])
  const rest = [...checks.flat(), await checkDisk(environment.dataDir), checkBackup(environment.backupDir)]
  return [...checkContent(), ...checkPromotion(new Date()), checkSite(environment.siteUrl), ...rest]
}

function checkContent(): Finding[] {
  const studio = readStudio()
  const noAddress = 'content/studio.yaml, postalAddress: none; letters need one by law in the US and most of the EU'
  const notes = [...sampleContent(studio), ...(studio.postalAddress === undefined ? [noAddress] : [])]
  if (notes.length === 0) return [{ about: 'content', state: 'ok', text: 'the studio’s facts are your own' }]
  return notes.map((text) => ({ about: 'content', state: 'note', text }))
}

async function checkDisk(dataDir: string): Promise<Finding> {
  const low = await lowDisk(dataDir)
  return low === undefined
    ? { about: 'disk', state: 'ok', text: 'has room' }
    : { about: 'disk', state: 'wrong', text: low }
}

function checkBackup(folder: string | undefined): Finding {
  if (folder === undefined) return { about: 'backup', state: 'note', text: 'none is made at night: set BACKUP_DIR' }
  return { about: 'backup', state: 'ok', text: `one every night, in ${folder}` }
}

function checkPromotion(today: Date): Finding[] {
  const { endsOn, validTill, afterEnd } = readOffers().promotion
  if (today.toISOString().slice(0, 10) <= endsOn) {
    return [{ about: 'promotion', state: 'ok', text: `runs until ${endsOn}` }]
  }
  const then = afterEnd === 'show' ? 'the banner still shows it' : 'the banner is hidden'
  const text = `has passed (valid till ${validTill}, ended ${endsOn}); ${then} (content/offers.yaml, promotion.afterEnd)`
  return [{ about: 'promotion', state: 'note', text }]
}

function checkSite(siteUrl: string): Finding {
  const { hostname, protocol } = new URL(siteUrl)
  if (hostname === 'localhost' || hostname === '127.0.0.1') {
    return { about: 'site', state: 'note', text: `SITE_URL is ${siteUrl}; set the public address` }
  }
  if (protocol === 'http:') return { about: 'site', state: 'note', text: `${siteUrl} is not encrypted; use https` }
  return { about: 'site', state: 'ok', text: siteUrl }
}
