import { join } from 'node:path'
import type { Command } from 'commander'
import { readOffers } from '../../src/content/offers.ts'
import { unlessWrong } from '../../src/content/read-content.ts'
import { readStudio } from '../../src/content/studio.ts'
import { lowDisk } from '../../src/server/disk-room.ts'
import { loadEnvironment } from '../../src/server/environment-file.ts'
import { environmentNotes, keyInClear } from '../../src/server/environment-notes.ts'
import { counted } from '../counted.ts'
import { example } from '../studio-command.ts'
import { paint, put, putJson, say } from '../terminal/terminal.ts'
import { checkArticles } from './check-articles.ts'
import { checkChat } from './check-chat.ts'
import { checkContent } from './check-content.ts'
import { checkDatabase } from './check-database.ts'
import { checkMail } from './check-mail.ts'
import { checkSite } from './check-site.ts'
import type { Finding } from './finding.ts'

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
    checkMail(environment, unlessWrong(readStudio, saidAlready)?.email),
    checkChat(environment.chat),
  ])
  const settings: Finding[] = environmentNotes(process.env, environment).map((text) => ({
    about: 'settings',
    state: text === keyInClear ? 'wrong' : 'note',
    text,
  }))
  const rest = [...checks.flat(), await checkDisk(environment.dataDir), checkBackup(environment.backupDir)]
  const dist = join('dist', 'current')
  const now = new Date()
  const content = [...checkContent(), ...checkArticles(now, dist), ...checkPromotion(now)]
  return [...content, ...settings, ...checkSite(environment.siteUrl, dist), ...rest]
}

/** By `checkContent`. */
const saidAlready = () => {}

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
  const promotion = unlessWrong(readOffers, saidAlready)?.promotion
  if (promotion === undefined) return []
  const { endsOn, validTill, afterEnd } = promotion
  if (today.toISOString().slice(0, 10) <= endsOn) {
    return [{ about: 'promotion', state: 'ok', text: `runs until ${endsOn}` }]
  }
  const then = afterEnd === 'show' ? 'the banner still shows it' : 'the banner is hidden'
  const text = `has passed (valid till ${validTill}, ended ${endsOn}); ${then} (content/offers.yaml, promotion.afterEnd)`
  return [{ about: 'promotion', state: 'note', text }]
}
