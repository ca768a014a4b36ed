import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { change, Refusal, read } from '../../platform/actions.ts'
import { builtPath, contentPath } from '../../platform/content/files/content-files.ts'
import { studioZone } from '../../platform/content/site-content.ts'
import { filesIn } from '../../platform/content/starter/starter.ts'
import { filesInWe, linesInI } from '../../platform/content/starter/voice.ts'
import { readStudio } from '../../platform/content/studio.ts'
import { sqliteFileName } from '../../platform/db/database.ts'
import { readSetting, startedKey } from '../../platform/db/settings.ts'
import { counted } from '../../platform/text/amounts.ts'
import { trainedFile } from '../chat/understand/train.ts'
import type { Context } from '../context.ts'
import { readStop } from '../visits/open-day.ts'
import { checkLive } from './check-services.ts'
import { checkSetup } from './check-setup.ts'
import { type Finding, groupFindings } from './finding.ts'
import { countOwnFiles } from './sample-content.ts'

type Setup = { at: number; findings: Finding[]; files: ReturnType<typeof countOwnFiles> }

/** Results of the last checks. Checks query other servers, so they run again only on demand. */
const lastChecks = new WeakMap<Context, Promise<Setup>>()
const lastResults = new WeakMap<Context, Setup>()

/** `studio doctor` checks the setup in a terminal, even without a database. */
export const setupActions = {
  'setup.show': read({
    summary: 'Show what is wrong, missing, or still sample content',
    command: null,
    input: z.object({}),
    run: async (context: Context) => {
      const { at, findings, files } = await (lastChecks.get(context) ?? check(context))
      const live = await checkLive(context.database, context.environment, context.now())
      const liveSubjects = live.map(({ about }) => about)
      const others = findings.filter(({ about }) => !liveSubjects.includes(about))
      return { at, ...groupFindings([...live, ...others]), files, site: await readSiteFacts(context) }
    },
  }),

  'setup.check': change({
    summary: 'Check the setup again',
    confirm: null,
    command: null,
    input: z.object({}),
    run: async (context: Context) => {
      await check(context)
      return {}
    },
    message: () => 'Checked again.',
  }),

  'setup.voice': change({
    summary: 'Say “we” instead of “I” in content/',
    command: 'voice',
    confirm: 'This edits the files in content/, so commit them first.',
    input: z.object({}),
    run: async () => {
      if (readStudio().voice !== 'we') throw new Refusal('Write voice: we in content/studio.yaml first.')
      const files = filesIn(contentPath())
      const lines = linesInI(files)
      for (const [file, bytes] of filesInWe(files)) writeFileSync(contentPath(file), bytes)
      return lines
    },
    print: (lines) => lines.map(({ file, line, after }) => `content/${file}:${line}: ${after.trim()}`),
    message: (lines) => `Changed ${counted(lines.length, 'line')}. Read them: names and facts stay as they are.`,
  }),
}

/** The number of problems found by the last check. Null before the first check. */
export function lastProblems(context: Context): number | null {
  return lastResults.get(context)?.findings.filter(({ state }) => state === 'wrong').length ?? null
}

function check(context: Context): Promise<Setup> {
  const setup = checkSetup(context.environment).then((findings) => ({
    at: context.now(),
    findings,
    files: countOwnFiles(),
  }))
  lastChecks.set(context, setup)
  setup.then(
    (result) => lastResults.set(context, result),
    // Forget a check that failed, so the next call checks again.
    () => lastChecks.get(context) === setup && lastChecks.delete(context),
  )
  return setup
}

const packageFile = new URL('../../package.json', import.meta.url)

/** Reads how the site runs and since when, without any network requests. Times are in ms since 1970. */
async function readSiteFacts(context: Context) {
  const { database, environment, now } = context
  const { siteUrl, smtpUrl } = environment
  const { version }: { version: string } = JSON.parse(readFileSync(packageFile, 'utf8'))
  const startedAt = await readSetting(database.db, startedKey)
  return {
    url: siteUrl,
    version,
    startedAt: startedAt === undefined ? null : Number(startedAt),
    stoppedAt: (await readStop(database.db, now())) ?? null,
    builtAt: changedAt(builtPath('static.json')),
    chatBuiltAt: changedAt(builtPath(trainedFile)),
    database: database.engine,
    megabytes: Math.round((await databaseBytes(context)) / 100_000) / 10,
    mailServer: smtpUrl === undefined ? null : new URL(smtpUrl).hostname,
    zone: studioZone(),
  }
}

function changedAt(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null
}

async function databaseBytes({ database: { engine, db }, environment }: Context): Promise<number> {
  if (engine === 'sqlite') return statSync(join(environment.dataDir, sqliteFileName)).size
  const { rows } = await sql<{ size: string }>`select pg_database_size(current_database()) as size`.execute(db)
  return Number(rows[0]?.size ?? 0)
}
