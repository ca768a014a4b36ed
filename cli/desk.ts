import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { serve } from '@hono/node-server'
import { type Command, InvalidArgumentError } from 'commander'
import { reads } from '../desk/server/actions.ts'
import { deskApp } from '../desk/server/desk-app.ts'
import { createDoor } from '../desk/server/door.ts'
import { readViewFiles } from '../desk/server/view-files.ts'
import { unlessWrong } from '../src/content/read-content.ts'
import { readStudio } from '../src/content/studio.ts'
import { CommandFailure, example } from './command.ts'
import { withDesk } from './open-desk.ts'
import { writeErr, writeOut } from './terminal/terminal.ts'

const idleMs = 8 * 60 * 60_000
const defaultPort = 4322

export function addDesk(studio: Command): void {
  studio
    .command('desk')
    .description('all of this in a browser, on this machine')
    .option('--port <number>', 'where it listens on 127.0.0.1; 0 picks a free one', readPort, defaultPort)
    .option('--open', 'open the browser, too')
    .addHelpText(
      'after',
      example(
        'desk --open',
        `On a server: ssh -L ${defaultPort}:127.0.0.1:${defaultPort} the-server, and there this command.`,
      ),
    )
    .action(async ({ port, open }: { port: number; open?: true }) => {
      await withDesk(async (desk) => {
        const door = createDoor()
        const title = `Desk · ${unlessWrong(readStudio, () => {})?.name ?? 'Studio'}`
        const idle = createIdleEnd(idleMs)
        const app = deskApp({ desk, door, files: await readViewFiles(title), onUse: idle.putOff })
        const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port })
        await once(server, 'listening').catch((error: unknown) => {
          throw failure(error, port)
        })
        const listening = server.address()
        const at = `http://127.0.0.1:${typeof listening === 'object' && listening ? listening.port : port}`
        const tell = () => {
          const address = `${at}/#${door.makeKey()}`
          writeOut(`${address}\n`)
          return address
        }
        const address = tell()
        if (open) openBrowser(address)
        // What the first view shows is read while the browser starts; where it can't be, the view itself says so.
        void reads.today(desk, {}).catch(() => {})
        writeErr('The address lets one tab in, once. Enter makes another one; Ctrl-C ends the desk.')
        const lines = createInterface({ input: process.stdin }).on('line', tell)
        const signals = new AbortController()
        await Promise.race([
          once(process, 'SIGINT', signals),
          once(process, 'SIGTERM', signals),
          idle.ended.then(() => writeErr('Nobody has used the desk for 8 hours: it ends.')),
        ])
        signals.abort()
        lines.close()
        server.close()
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
    })
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new InvalidArgumentError('It must be a whole number from 0 to 65535.')
  return port
}

function failure(error: unknown, port: number): CommandFailure {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  return new CommandFailure(
    isTaken ? `Port ${port} is taken, perhaps by another desk: --port 0 picks a free one.` : String(error),
  )
}

/** What opens an address differs by system; where none is, the printed address is enough. */
function openBrowser(address: string): void {
  const command = { darwin: 'open', win32: 'explorer' }[process.platform as string] ?? 'xdg-open'
  spawn(command, [address], { stdio: 'ignore', detached: true })
    .on('error', () => writeErr(`${command} is not there: open the address by hand.`))
    .unref()
}

/** Keeps no process alive. @param ms after which `ended` resolves, unless it is put off by then */
export function createIdleEnd(ms: number) {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const begin = () => setTimeout(resolve, ms).unref()
  let timer = begin()
  return {
    ended,
    putOff: () => {
      clearTimeout(timer)
      timer = begin()
    },
  }
}
