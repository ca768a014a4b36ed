import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kills, killSends } from '../tests/faults/kill-sends.ts'
import { createPostgresDatabase, startPostgres } from '../tests/support/start-postgres.ts'
import type { Table } from './figures.ts'

const plan: Kills = {
  readers: 1_000,
  issues: 5,
  kills: 20,
  serverKills: 2,
  overlap: false,
  longestMs: 500,
  slowestMs: 16,
  seed: 'issue-killed',
}

/** An issue to 1,000 readers, with the process that sends it, and at times the mail server, killed again and again. */
export async function measureIssueKilled(): Promise<Table> {
  const rows = [await killOn('SQLite', plan, undefined)]
  const postgres = startPostgres()
  if (postgres !== undefined) {
    const url = await createPostgresDatabase(postgres.folder)
    rows.push(await killOn('PostgreSQL, two processes at once', { ...plan, issues: 1, overlap: true }, url))
    postgres.stop()
  }
  return {
    title: `Issues to ${plan.readers} readers, with SIGKILL at random moments`,
    head: ['', 'kills', 'mails', 'twice', 'missing', 'came, and the row denies it', 'unknown', 'unknown that had come'],
    rows,
  }
}

async function killOn(engine: string, kills: Kills, databaseUrl: string | undefined): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kitewright-killed-'))
  const found = await killSends({ dataDir, databaseUrl }, kills)
  rmSync(dataDir, { recursive: true })
  const [all, ofServer] = [kills.kills * kills.issues, kills.serverKills * kills.issues]
  return [
    engine,
    `${all}, ${found.hits} within a mail; ${ofServer} of the mail server as well`,
    `${found.mails}`,
    `${found.duplicates}`,
    `${found.missing}`,
    `${found.denied}`,
    `${found.unknown}`,
    `${found.unknownArrived}`,
  ]
}
