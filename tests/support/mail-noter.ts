import { openSync, readFileSync, writeSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { startChild } from './run-studio.ts'

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
  const start = (port: string) => startChild(['tests/support/mail-noter.ts', file, port, `${slowestMs}`])
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

if (import.meta.main) noteMails()

/**
 * What the process of `startMailNoter` does. It writes to a file, in the order in which it happens, `whole <address>
 * <Message-ID>` when a mail's text has come, and `answered …` after its 250. Arguments: the file, the port (0 picks one, which
 * is told on standard output), and for how many ms at most it hesitates before each of: the recipient, the note, the answer.
 */
function noteMails(): void {
  const [path = '', port = '0', slowestMs = '0'] = process.argv.slice(2)
  const file = openSync(path, 'a')
  const slowest = Number(slowestMs)
  const hesitate = async () => {
    if (slowest > 0) await pause(Math.random() * slowest)
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    maxClients: 50,
    onRcptTo: (_address, _session, done) => void hesitate().then(() => done()),
    onData: (stream, session, done) => {
      let head = ''
      stream.on('error', () => {}) // the sender broke off: it has not come whole
      stream.on('data', (chunk: Buffer) => {
        if (head.length < 4_096) head += chunk.toString('latin1')
      })
      stream.on('end', async () => {
        const id = /^Message-ID:\s+(\S+)/im.exec(head)?.[1]
        const mail = `${session.envelope.rcptTo.map(({ address }) => address).join(',')} ${id}`
        await hesitate()
        writeSync(file, `whole ${mail}\n`)
        await hesitate()
        done()
        writeSync(file, `answered ${mail}\n`)
      })
    },
  })
  server.on('error', () => {}) // a sender that is killed
  server.listen(Number(port), '127.0.0.1', () => {
    process.stdout.write(`${(server.server.address() as AddressInfo).port}\n`)
  })
  // Goes with whoever started it.
  process.stdin.on('end', () => process.exit()).resume()
}
