import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'vitest'

const program = `import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('listening', flush=True)
while True:
  word = s.recv(4096).decode().strip()
  if word != 'BARRIER=1': print(word, flush=True)`

const canRun = (command: string) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0

/** Node.js has no such sockets: Python stands in for systemd. */
export const canBeSystemd = canRun('systemd-notify') && canRun('python3')

/** A socket like that of systemd for its units. */
export async function openNotifySocket({ onTestFinished }: TestContext): Promise<{
  path: string
  next: () => Promise<string>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'kitewright-notify-'))
  const path = join(folder, 'socket')
  const child = spawn('python3', ['-c', program, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true })
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => (await lines.next()).value ?? 'the end'
  await next()
  return { path, next }
}
