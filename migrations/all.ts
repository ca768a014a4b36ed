import type { Migration } from 'kysely/migration'
import { frontDesk } from './0001-front-desk.ts'
import { newsletter } from './0002-newsletter.ts'
import { consultations } from './0003-consultations.ts'
import { issues } from './0004-issues.ts'
import { waitingMails } from './0005-waiting-mails.ts'
import { mailsWithoutWords } from './0006-mails-without-words.ts'

/** Every change of the database, oldest first. Append only: one that ran somewhere is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-front-desk': frontDesk,
  '0002-newsletter': newsletter,
  '0003-consultations': consultations,
  '0004-issues': issues,
  '0005-waiting-mails': waitingMails,
  '0006-mails-without-words': mailsWithoutWords,
}
