import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import PostalMime, { type Email } from 'postal-mime'
import type { LeadRow } from '../../migrations/tables.ts'
import { sqliteFileName } from '../../platform/db/sqlite.ts'
import { leadRecord } from '../../server/leads/lead-record.ts'
import { compileCache, contentOf } from './run-studio.ts'

/** The leads that a running site has on its disk, as the owner's commands export them. */
export function leadsOf(dataDir: string): ReturnType<typeof leadRecord>[] {
  return rowsOf<LeadRow>(dataDir, 'select * from leads order by created_at').map(leadRecord)
}

/** What such a site has counted today, each with where it came from: `page:/terms direct`. */
export function countedIn(dataDir: string): string[] {
  const visits = rowsOf<{ events: string }>(dataDir, 'select events from visits')
  const events = visits.flatMap((visit): { what: string; source: string | null }[] => JSON.parse(visit.events))
  return events.map(({ what, source }) => (source === null ? what : `${what} ${source}`)).toSorted()
}

export function rowsOf<Row>(dataDir: string, query: string, ...given: string[]): Row[] {
  const file = new Sqlite(join(dataDir, sqliteFileName), { readonly: true })
  const rows = file.prepare<string[], Row>(query).all(...given)
  file.close()
  return rows
}

/** The emails that a site without a mail server has written. */
export async function emailsIn(dataDir: string): Promise<Email[]> {
  const folder = join(dataDir, 'mail')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => file.endsWith('.eml'))
  return Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))))
}

export type RunningDesk = Awaited<ReturnType<typeof startDesk>>

type DeskOptions = { folder?: string; variables?: Record<string, string>; browserStartsInSeconds?: number }

/**
 * The owner's desk as a process of its own, beside the site that has this data folder.
 * @param folder that holds another content/; @param browserStartsInSeconds opens a browser, which does nothing
 */
export async function startDesk(
  dataDir: string,
  { folder = '.', variables = {}, browserStartsInSeconds: seconds }: DeskOptions = {},
) {
  const browser = mkdtempSync(join(tmpdir(), 'browser-'))
  const given = join(browser, 'given')
  for (const name of ['xdg-open', 'open']) {
    const script = `#!/bin/sh\nsleep ${seconds}\nprintf '%s\\n' "$@" > ${given}.part\nmv ${given}.part ${given}\n`
    writeFileSync(join(browser, name), script, { mode: 0o755 })
  }
  const settings = {
    PATH: `${browser}:${process.env['PATH']}`,
    NODE_COMPILE_CACHE: resolve(compileCache),
    ...contentOf(folder),
  }
  const child = spawn(
    process.execPath,
    [resolve('cli/studio.ts'), 'desk', '--port', '0', ...(seconds === undefined ? [] : ['--open'])],
    {
      cwd: folder,
      env: { ...settings, DATA_DIR: dataDir, ...variables },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  const linesOf = (input: Readable) => {
    const lines = createInterface({ input })[Symbol.asyncIterator]()
    return async (): Promise<string> => {
      const { value, done } = await lines.next()
      if (done) throw new Error('the desk has ended')
      return value
    }
  }
  const [nextLine, nextMessage] = [linesOf(child.stdout), linesOf(child.stderr)]
  return {
    /** Lets one tab in. */
    address: await nextLine(),
    /** Another one, as after Enter in its terminal. */
    nextAddress: async () => {
      child.stdin.write('\n')
      return await nextLine()
    },
    /** What `--open` started the browser with. */
    argumentsOfBrowser: async (): Promise<string[]> => {
      while (!existsSync(given)) await setTimeout(20)
      return readFileSync(given, 'utf8').trimEnd().split('\n')
    },
    nextMessage,
    type: (line: string) => child.stdin.write(`${line}\n`),
    /** As Ctrl-C does. @returns the exit code */
    stop: async (): Promise<number | null> => {
      child.kill('SIGINT')
      return (await once(child, 'exit'))[0]
    },
  }
}
