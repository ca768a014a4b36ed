import type { Migration } from 'kysely/migration'
import { frontDesk } from './0001-front-desk.ts'

export const migrations: Record<string, Migration> = {
  '0001-front-desk': frontDesk,
}
