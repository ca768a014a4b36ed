import { openSync, writeSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

/**
 * A mail server as a process of its own, which outlives whoever sends, and can be killed itself. It writes to a file, in the
 * order in which it happens, `whole <address> <Message-ID>` when a mail's text has come, and `answered …` after its 250.
 * Arguments: the file, the port (0 picks one, which is told on standard output), and for how many ms at most it hesitates
 * before each of: the recipient, the note, the answer.
 */
const [path = '', port = '0', slowestMs = '0'] = process.argv.slice(2)
const file = openSync(path, 'a')
const slowest = Number(slowestMs)

async function hesitate(): Promise<void> {
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
