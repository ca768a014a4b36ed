import type { Migration } from 'kysely/migration'
import { frontDesk } from './0001-front-desk.ts'

/** Every change of the database, oldest first. Append only: one that ran somewhere is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-front-desk': frontDesk,
}
