import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../server/db/database.ts'
import { StorageError } from '../../server/db/storage-error.ts'
import { createFileMailer, mailIdOf } from '../../server/mail/file-mailer.ts'
import type { MailComposers } from '../../server/mail/mail-words.ts'
import { readMail } from '../../server/mail/outbox.repository.ts'
import { viewsOf } from './decoded-mail.ts'
import type { Trace } from './trace.ts'

/**
 * Goes through the files of mails: one that holds the trace is written anew from its row, which holds it no more, and goes
 * where it has no row. Also finds what an earlier call, a crash or an older version has left.
 * @returns how many files were removed and written anew
 * @throws StorageError for a file that cannot be removed
 */
export async function eraseMailFiles(
  database: Database,
  composers: MailComposers,
  folder: string,
  trace: Trace,
): Promise<{ removed: number; rewritten: number }> {
  const mailer = createFileMailer(folder)
  let removed = 0
  let rewritten = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name)
    if (!(await holds(file, trace))) continue
    const mail = await mailOf(database, composers, name)
    // It takes the place of the file at once: a mail that is not this person's must not get lost on the way.
    if (mail?.state === 'sent') await mailer.send(mail, new AbortController().signal)
    if (await holds(file, trace)) {
      await remove(file)
      removed += 1
    } else rewritten += 1
  }
  return { removed, rewritten }
}

async function mailOf({ db }: Database, composers: MailComposers, name: string) {
  const id = name.endsWith('.eml') ? mailIdOf(name) : undefined
  return id === undefined ? undefined : await readMail(db, id, composers)
}

async function holds(file: string, trace: Trace): Promise<boolean> {
  const content = await readFile(file).catch(() => undefined)
  return content !== undefined && viewsOf(content).some((view) => trace.isIn(view))
}

async function remove(file: string): Promise<void> {
  try {
    await rm(file, { force: true })
  } catch (error) {
    throw new StorageError(`${file} cannot be removed: ${error instanceof Error ? error.message : error}`, error)
  }
}
