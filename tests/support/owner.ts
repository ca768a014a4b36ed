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
import { sqliteFileName } from '../../platform/db/database.ts'
import { safeExit } from '../../scripts/steps.mjs'
import { leadRecord } from '../../server/leads/lead-record.ts'
import { compileCache, contentOf } from './run-studio.ts'

/** The stored leads of a running site, as the owner's commands export them. */
export function leadsOf(dataDir: string): ReturnType<typeof leadRecord>[] {
  return rowsOf<LeadRow>(dataDir, 'select * from leads order by created_at').map(leadRecord)
}

/** The visits that a running site has counted today, with their sources: `page:/terms direct`. */
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

/** The emails that a site without a mail server has written to files. */
export async function emailsIn(dataDir: string): Promise<Email[]> {
  const folder = join(dataDir, 'mail')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => file.endsWith('.eml'))
  return Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))))
}

export type RunningDesk = Awaited<ReturnType<typeof startDesk>>

type DeskOptions = {
  folder?: string
  variables?: Record<string, string>
  browserStartsInSeconds?: number
  arguments?: string[]
}

/**
 * Starts the desk in its own process, with a site's data folder.
 * @param folder with another content/ @param browserStartsInSeconds opens a fake browser, which records its arguments
 */
export async function startDesk(
  dataDir: string,
  { folder = '.', variables = {}, browserStartsInSeconds: seconds, arguments: more = [] }: DeskOptions = {},
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
  const open = seconds === undefined ? [] : ['--open']
  const args = [...safeExit, resolve('cli/studio.ts'), 'desk', '--port', '0', ...open, ...more]
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...settings, DATA_DIR: dataDir, ...variables },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
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
    /** Signs in one tab. */
    address: await nextLine(),
    /** Another address, as after Enter in its terminal. */
    nextAddress: async () => {
      child.stdin.write('\n')
      return await nextLine()
    },
    /** The arguments with which `--open` started the browser. */
    argumentsOfBrowser: async (): Promise<string[]> => {
      while (!existsSync(given)) await setTimeout(20)
      return readFileSync(given, 'utf8').trimEnd().split('\n')
    },
    nextMessage,
    type: (line: string) => child.stdin.write(`${line}\n`),
    /** Stops it as Ctrl-C does. @returns the exit code */
    stop: async (): Promise<number | null> => {
      child.kill('SIGINT')
      return (await once(child, 'exit'))[0]
    },
  }
}
