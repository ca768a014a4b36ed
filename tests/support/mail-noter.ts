import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from './child-process.ts'

/** The mails that note-mails.ts has noted. */
export type NotedMails = {
  /** How often each came whole, by its Message-ID. */
  whole: Map<string, number>
  answered: Map<string, number>
}

export type MailNoter = {
  url: string
  notes: () => NotedMails
  /** SIGKILL; what it had not noted is lost. */
  kill: () => Promise<void>
  /** After `kill`: a new one with the same address and the same notes. */
  restart: () => Promise<void>
}

/** A mail server in a process of its own. @param folder for its notes */
export async function startMailNoter(folder: string, slowestMs = 0): Promise<MailNoter> {
  const file = join(folder, 'noted-mails')
  const start = (port: string) => startChild(['tests/support/note-mails.ts', file, port, `${slowestMs}`])
  let server = start('0')
  const port = await server.hear()
  return {
    url: `smtp://127.0.0.1:${port}`,
    notes: () => readNotes(readFileSync(file, 'utf8')),
    kill: () => server.kill(),
    restart: async () => {
      server = start(port)
      await server.hear()
    },
  }
}

function readNotes(text: string): NotedMails {
  const notes = { whole: new Map<string, number>(), answered: new Map<string, number>() }
  for (const line of text.split('\n').slice(0, -1)) {
    const [what, , id = ''] = line.split(' ')
    const counts = what === 'whole' ? notes.whole : notes.answered
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return notes
}
