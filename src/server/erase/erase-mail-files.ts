import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../database.ts'
import { createFileMailer, mailIdOf } from '../file-mailer.ts'
import { readMail } from '../outbox.repository.ts'
import { viewsOf } from './decoded-mail.ts'
import type { Trace } from './trace.ts'

/**
 * Goes through the files of mails: one that holds the trace is written anew from its row, which holds it no more, and goes
 * where it has no row. Also finds what an earlier call, a crash or an older version has left.
 * @returns how many files were removed and written anew
 */
export async function eraseMailFiles(
  database: Database,
  folder: string,
  trace: Trace,
): Promise<{ removed: number; rewritten: number }> {
  const mailer = createFileMailer(folder)
  let removed = 0
  let rewritten = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name)
    const content = await readFile(file).catch(() => undefined)
    if (content === undefined || !viewsOf(content).some((view) => trace.isIn(view))) continue
    await rm(file, { force: true })
    const id = mailIdOf(name)
    const mail = id === undefined || !name.endsWith('.eml') ? undefined : await readMail(database.db, id)
    if (mail?.state === 'sent' && (await mailer.send(mail, new AbortController().signal)).outcome === 'sent')
      rewritten += 1
    else removed += 1
  }
  return { removed, rewritten }
}
