import type { Migration } from 'kysely/migration'
import { frontDesk } from './0001-front-desk.ts'
import { calls } from './0002-calls.ts'
import { busyCalendars } from './0003-busy-calendars.ts'
import { counting } from './0004-counting.ts'
import { visits } from './0005-visits.ts'
import { provenCalls } from './0006-proven-calls.ts'

export const migrations: Record<string, Migration> = {
  '0001-front-desk': frontDesk,
  '0002-calls': calls,
  '0003-busy-calendars': busyCalendars,
  '0004-counting': counting,
  '0005-visits': visits,
  '0006-proven-calls': provenCalls,
}
