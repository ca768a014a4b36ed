import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

function serve(command: string[], variables: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'start-'))
  const [program = '', ...args] = command
  const env = { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, ...variables }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(async () => {
    await end(child)
    rmSync(dataDir, { recursive: true })
  })
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** What is said until a line that has these words, itself included. */
async function linesUntil(words: string, lines: AsyncIterator<string, undefined>): Promise<string[]> {
  const said: string[] = []
  for (;;) {
    const { value, done } = await lines.next()
    if (done) throw new Error(`it has ended:\n${said.join('\n')}`)
    said.push(value.trimEnd())
    if (value.includes(words)) return said
  }
}

const linesOf = (stream: Readable) => createInterface({ input: stream })[Symbol.asyncIterator]()

const slowMs = 60_000

test(
  'the start and /readyz name an address that the pages were not built for, and the log holds visitors alone',
  async () => {
    const child = serve(['sh', 'scripts/serve'], { SITE_URL: 'https://lumen.example', SMPT_URL: 'smtp://x' })
    const log = text(child.stdout)
    const said = await linesUntil(' is at ', linesOf(child.stderr))
    const built = 'The pages were built for http://localhost:4321, and SITE_URL is https://lumen.example'
    expect(said).toEqual([
      '! SMPT_URL is no variable of this program; did you mean SMTP_URL?',
      expect.stringContaining(`! ${built}`),
      expect.stringMatching(/^Kitewright is at http:\/\/127\.0\.0\.1:\d+$/),
    ])
    const ready = await fetch(`${said.at(-1)?.split(' ').at(-1)}/readyz`)
    expect([ready.status, await ready.text()]).toEqual([
      200,
      expect.stringMatching(/^ready\nThe pages were built for /),
    ])
    await end(child)
    const requests = (await log).split('\n').filter((line) => line.includes('"msg":"request"'))
    expect(requests.map((line) => JSON.parse(line).path)).toEqual(['/readyz'])
  },
  slowMs,
)

test('a wrong variable is named before anything is built, and nothing else is said', () => {
  const env = { PATH: process.env['PATH'], SITE_URL: 'kitewright', PORT: '0' }
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-if-changed.mjs'], { env, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^SITE_URL: “kitewright” is wrong\. It must be .*\n$/)
})

const hasTerminals = spawnSync('script', ['--version']).status === 0

test.skipIf(!hasTerminals)(
  'in a terminal it says in three lines where it is and what to do, and no JSON',
  async () => {
    const child = serve(['script', '-qefc', 'exec sh scripts/serve', '/dev/null'])
    const lines = linesOf(child.stdout)
    const [address = '', ...rest] = await linesUntil('npm run studio', lines)
    expect(address).toMatch(/^Kitewright is at http:/)
    expect(rest).toEqual([
      expect.stringMatching(/^Requests are for hello@kitewright\.example; no SMTP_URL is set: mails are written to /),
      expect.stringMatching(/^Next: open the address, send the form, then type `npm run studio` in another terminal\./),
    ])
    const url = address.split(' ').at(-1)
    await fetch(`${url}/blog`)
    await fetch(`${url}/nowhere%1B[2J`)
    expect(await linesUntil('nowhere', lines)).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d {2}page not found {2}\{/),
    ])
  },
  slowMs,
)
