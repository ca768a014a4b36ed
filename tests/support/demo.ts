import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeSetting } from '../../platform/db/settings.ts'
import { dayMs, hourMs } from '../../platform/text/time-text.ts'
import { backupName } from '../../server/backup/backup-files.ts'
import { submitContact } from '../../server/leads/accept-lead.ts'
import { putOwnContent } from './content.ts'
import { type Place, sqlite, temporaryFolder } from './databases.ts'
import { bookFree, openTestApp, type TestApp, visitor } from './desk.ts'
import { addSubscribers, subscriber } from './subscribers.ts'

/** The people in the console sessions of docs/, with their references there. */
const people = [
  { name: 'Grace Hopper', email: 'grace@client0.example', reference: 'KW-VK8HB7VW', daysAgo: 9 },
  { name: 'Katherine Johnson', email: 'katherine@client1.example', reference: 'KW-GGA4HMRE', daysAgo: 0.2 },
  { name: 'Priya', email: 'priya@startup.example', reference: 'KW-7GQ4M2XD', daysAgo: 0.1 },
  { name: 'Gone', email: 'gone@dead.example', reference: 'KW-7GQ4M2XE', daysAgo: 0.05 },
]
const project =
  'Our clinic books appointments by phone. We want patients to book online, with reminders by text message.'
const calls = [
  { name: 'Dorothy Vaughan', email: 'dorothy@call0.example', reference: 'KW-XQVJSJGJ' },
  { name: 'Annie Easley', email: 'annie@call1.example', reference: 'KW-VK9F6N5D' },
]

export type Demo = {
  place: Place
  folder: string
  variables: Record<string, string>
  app: TestApp
  references: Map<string, string>
}

/** A site with leads, calls, subscribers, a failed email, and files for the commands in docs/, in a temporary folder. */
export async function openDemo(): Promise<Demo> {
  const place = await sqlite.createPlace()
  const folder = putOwnContent(temporaryFolder())
  const variables = { BACKUP_DIR: join(folder, 'mnt/disk'), BACKUP_KEY: 'correct horse battery staple' }
  mkdirSync(variables.BACKUP_DIR, { recursive: true })
  const app = await openTestApp(place, variables)
  const now = Date.now()
  const references = new Map<string, string>()
  for (const { name, email, reference, daysAgo } of people) {
    app.clock.now = now - daysAgo * dayMs
    await submitContact(app, { name, email, project }, visitor)
    const { reference: stored } = await app.database.db
      .selectFrom('leads')
      .select('reference')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    references.set(reference, stored)
  }
  app.clock.now = now - hourMs
  for (const [i, { reference, ...words }] of calls.entries())
    references.set(reference, (await bookFree(app, i * 9, words)).id)
  await app.database.write(async (tx) => {
    const sent = { state: 'sent', sent_at: now, attempts: 1, last_error: null } as const
    await tx
      .updateTable('outbox')
      .set(sent)
      .where('state', '=', 'queued')
      .where('kind', 'not like', 'call-rem%')
      .execute()
    const failed = { state: 'failed', sent_at: null, attempts: 2, last_error: '550 5.1.1 no such user here' } as const
    await tx.updateTable('outbox').set(failed).where('to_address', '=', 'gone@dead.example').execute()
    const others = (['unsubscribed', 'bounced', 'bounced'] as const).map((state, n) => subscriber(100 + n, { state }))
    await tx.insertInto('subscribers').values(others).execute()
    const file = join(variables.BACKUP_DIR, backupName(now - hourMs, false, true))
    writeFileSync(file, '')
    await writeSetting(tx, 'last-backup', JSON.stringify({ at: now - hourMs, file, rows: 1 }))
  })
  await addSubscribers(app.database, 60)
  writeFiles(folder)
  return { place, folder, variables, app, references }
}

/** The files that the commands read. */
function writeFiles(folder: string): void {
  const fair = Array.from({ length: 40 }, (_, n) => `guest${n}@fairs.example`)
  const exported = readFileSync(
    join(import.meta.dirname, '../../server/newsletter/import/exports/buttondown.csv'),
    'utf8',
  )
  const buttondown = ['imported@bd', 'suppressed@bd', 'unconfirmed@bd'].reduce((text, name, i) => {
    return text.replace(`${name}.example`, `${['ada', 'ben', 'cleo'][i]}@example.com`)
  }, exported)
  const files = {
    'fair.txt': ['email', ...fair],
    'buttondown.csv': [buttondown.trim()],
    'questions.jsonl': ['{"id":"1","question":"What does an MVP cost?"}'],
    'chats.jsonl': ['{"id":"1","messages":["I’m Ada, ada@example.com"]}'],
  }
  for (const [file, lines] of Object.entries(files)) writeFileSync(join(folder, file), `${lines.join('\n')}\n`)
}
