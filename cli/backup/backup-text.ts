import type { BackupMark } from '../../src/server/backup/open-backup.ts'

export function size(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

export function rowsText(rows: BackupMark['rows']): string {
  const filled = Object.entries(rows)
    .filter(([, count]) => count > 0)
    .map(([table, count]) => `${table} ${count}`)
    .join(', ')
  return filled === '' ? 'no rows yet' : filled
}
