import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { builtPath } from '../../platform/content/files/content-files.ts'
import { studioZone } from '../../platform/content/site-content.ts'
import { sqliteFileName } from '../../platform/db/database.ts'
import { readSetting, startedKey } from '../../platform/db/settings.ts'
import { trainedFile } from '../chat/understand/train.ts'
import type { Context } from '../context.ts'
import { readStop } from '../visits/open-day.ts'

const packageFile = new URL('../../package.json', import.meta.url)

/** Where the site runs, and since when, without any requests. Times are in ms since 1970. */
export async function readSiteFacts(context: Context) {
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
