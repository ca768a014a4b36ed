import { constants } from 'node:fs'
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compactTime } from '../../lib/text/time-text.ts'
import { composeMail, withoutAddresses } from './mail-message.ts'
import type { Mail, Mailer } from './mailer.ts'

export function createFileMailer(folder: string): Mailer {
  return {
    description: `no SMTP_URL is set: mails are written to ${folder}/*.eml`,
    send: async (mail) => {
      try {
        const { bytes } = await composeMail(mail)
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeWhole(folder, fileName(mail), bytes)
        return { outcome: 'sent', answer: 'written to a file' }
      } catch (error) {
        return { outcome: 'deferred', answer: withoutAddresses(error instanceof Error ? error.message : String(error)) }
      }
    },
    retract: async ({ id }) => {
      await removeMailFiles(folder, [id])
    },
    verify: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, constants.W_OK)
    },
    close: async () => {},
  }
}

export async function removeMailFiles(folder: string, mailIds: readonly string[]): Promise<number> {
  const ids = new Set(mailIds)
  const names = await readdir(folder).catch(() => [])
  const found = names.filter((name) => ids.has(mailIdOf(name) ?? ''))
  await Promise.all(found.map((name) => rm(join(folder, name), { force: true })))
  return found.length
}

export function mailIdOf(name: string): string | undefined {
  return /^[^_]*_(.*?)\.eml/.exec(name)?.[1]
}

function fileName({ createdAt, id }: Mail): string {
  return `${compactTime(createdAt)}_${id}.eml`
}

/** Whoever looks sees the whole file or none. It is not forced to the disk: what has to survive a power cut is the row. */
async function writeWhole(folder: string, name: string, content: Buffer): Promise<void> {
  const temporary = join(folder, `${name}.part`)
  await writeFile(temporary, content, { mode: 0o600 })
  await rename(temporary, join(folder, name))
}
