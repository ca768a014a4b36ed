import { z } from 'zod'
import type { Db } from '../../migrations/tables.ts'
import { lockSetting, readSetting, writeSetting } from '../../platform/db/settings.ts'
import type { RowCounts } from './check-copy.ts'

const backupRecord = z.object({
  at: z.number(),
  leads: z.number(),
  subscribers: z.number(),
  /** Time of the backup's last successful test restore. */
  testedAt: z.number(),
  /** The owner's reason for making the backup, if they gave one. */
  note: z.string(),
})
export type BackupRecord = z.infer<typeof backupRecord>

/** Records by file name. Backups from older versions don't have a record. */
const recordSchema = z.record(z.string(), backupRecord)
type BackupRecords = z.infer<typeof recordSchema>

const key = 'backups'
/** Maximum number of records. Fits over three years of nightly backups. */
const maxRecords = 1_000

export async function readRecords(db: Db): Promise<BackupRecords> {
  return parsed(await readSetting(db, key))
}

function parsed(value: string | undefined): BackupRecords {
  return value === undefined ? {} : recordSchema.parse(JSON.parse(value))
}

type TestedBackup = { name: string; at: number; rows: RowCounts; note?: string | undefined }

/** Records a successful test restore. Keeps an earlier record's note. */
export async function recordBackup(tx: Db, { name, at, rows, note }: TestedBackup, testedAt: number): Promise<void> {
  const records = parsed(await lockSetting(tx, key))
  const { leads = 0, subscribers = 0 } = rows
  records[name] = { at, leads, subscribers, testedAt, note: note ?? records[name]?.note ?? '' }
  const newest = Object.entries(records).toSorted(([, a], [, b]) => b.at - a.at)
  await writeSetting(tx, key, JSON.stringify(Object.fromEntries(newest.slice(0, maxRecords))))
}

export type LastBackup = z.infer<typeof lastBackupSchema>

const lastKey = 'last-backup'
const lastBackupSchema = z.object({ at: z.number(), file: z.string(), rows: z.number() })

export async function writeLastBackup(tx: Db, last: LastBackup): Promise<void> {
  await writeSetting(tx, lastKey, JSON.stringify(last))
}

export async function readLastBackup(db: Db): Promise<LastBackup | undefined> {
  const value = await readSetting(db, lastKey)
  return value === undefined ? undefined : lastBackupSchema.parse(JSON.parse(value))
}
