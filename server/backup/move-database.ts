import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, type Place, StorageError, sqliteFileName, withDatabase } from '../../platform/db/database.ts'
import { writePause } from '../../platform/email/outbox-store.ts'
import { withWorkspace } from '../../platform/workspace.ts'
import { moveIssues } from '../newsletter/issue-store.ts'
import { backupError, type RowCounts } from './check-copy.ts'
import { copyRows } from './copy-rows.ts'
import { placeDatabase, type RestoreOptions, tryApp } from './restore-backup.ts'

/** Moves all rows between SQLite in DATA_DIR and PostgreSQL, and pauses the old database. @throws StorageError */
export async function moveDatabase(to: Database['engine'], options: RestoreOptions): Promise<RowCounts> {
  const { environment, signal } = options
  const { dataDir } = environment
  const file = join(dataDir, sqliteFileName)
  const sqlite = { ...environment, databaseUrl: undefined }
  if (to === 'postgres' && !existsSync(file)) throw new StorageError(`There is no SQLite database in ${dataDir}.`)
  if (to === 'sqlite' && existsSync(file))
    throw new StorageError(`${file} already exists. Move it to another folder first.`)
  try {
    if (to === 'postgres') return await move(sqlite, environment, options)
    return await withWorkspace(dataDir, signal, async (workspace) => {
      const rows = await move(environment, { ...sqlite, dataDir: workspace }, options)
      await placeDatabase(workspace, dataDir)
      return rows
    })
  } catch (error) {
    throw backupError('The database can’t be moved', error)
  }
}

async function move(from: Place, to: RestoreOptions['environment'], options: RestoreOptions): Promise<RowCounts> {
  return await withDatabase(from, async (source) => {
    const rows = await withDatabase(to, async (target) => {
      const copied = await copyRows(source, target, options)
      await target.write((tx) => moveIssues(tx, { from: source.identity, to: target.identity }))
      return copied
    })
    await tryApp(to)
    // If the old site starts by mistake, it must not send the same emails.
    const because = `everything was moved to ${to.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL'}`
    await source.write((tx) => writePause(tx, { because, since: Date.now() }))
    return rows
  })
}
