import { constants } from 'node:fs'
import { access, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder, giveToFolderOwner } from '../../folder-owner.ts'
import { formatCompactTime } from '../../text/time-text.ts'
import { composeEmail, type Email, withoutAddresses } from './message.ts'

/** `refused`: permanently (5xx). `unknown`: might have arrived. `answer`: the server's last reply, without addresses. */
export type Delivery =
  | { outcome: 'sent'; answer: string }
  | { outcome: 'refused'; answer: string; isDeadAddress: boolean }
  | { outcome: 'deferred' | 'unknown'; answer: string }

export type Mailer = {
  readonly description: string
  /** Never rejects. An aborted send is `deferred`, or `unknown` once transmission has started. */
  send(email: Email, signal: AbortSignal): Promise<Delivery>
  retract(email: Email): Promise<void>
  verify(): Promise<void>
  close(): Promise<void>
}

export function emailFolder(dataDir: string): string {
  return join(dataDir, 'mail')
}

export function createFileMailer(folder: string): Mailer {
  return {
    description: `SMTP_URL isn’t set: emails are written to ${folder}/*.eml`,
    send: async (email) => {
      try {
        const { bytes } = await composeEmail(email)
        await createFolder(folder)
        // The name is the same on every attempt, so a retry replaces the file. Only the row has to survive a power cut.
        const file = join(folder, `${formatCompactTime(email.createdAt)}_${email.id}.eml`)
        await writeFile(`${file}.part`, bytes, { mode: 0o600 })
        giveToFolderOwner(`${file}.part`)
        await rename(`${file}.part`, file)
        return { outcome: 'sent', answer: 'written to a file' }
      } catch (error) {
        return { outcome: 'deferred', answer: withoutAddresses(error instanceof Error ? error.message : String(error)) }
      }
    },
    retract: async ({ id }) => {
      await removeEmailFiles(folder, [id])
    },
    verify: async () => {
      await createFolder(folder)
      await access(folder, constants.W_OK)
    },
    close: async () => {},
  }
}

/** Removes emails' files, including incomplete files. @returns the number of removed files */
export async function removeEmailFiles(folder: string, emailIds: readonly string[]): Promise<number> {
  const ids = new Set(emailIds)
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => ids.has(emailIdOf(name) ?? ''))
  await Promise.all(files.map((name) => rm(join(folder, name), { force: true })))
  return files.length
}

export function emailIdOf(name: string): string | undefined {
  return /^[^_]*_(.*?)\.eml/.exec(name)?.[1]
}
