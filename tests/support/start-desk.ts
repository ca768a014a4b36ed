import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { compileCache, contentOf } from './run-studio.ts'

export type RunningDesk = {
  /** Lets one tab in. */
  address: string
  /** Another one, as after Enter in its terminal. */
  nextAddress: () => Promise<string>
  /** As Ctrl-C does. @returns the exit code */
  stop: () => Promise<number | null>
}

/**
 * The owner's desk as a process of its own, beside the site that has this data folder.
 * @param folder that holds another content/
 */
export async function startDesk(
  dataDir: string,
  { folder = '.', variables = {} }: { folder?: string; variables?: Record<string, string> } = {},
): Promise<RunningDesk> {
  const child = spawn(process.execPath, [resolve('cli/studio.ts'), 'desk', '--port', '0'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: resolve(compileCache),
      ...contentOf(folder),
      DATA_DIR: dataDir,
      ...variables,
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('the desk has ended')
    return value
  }
  return {
    address: await nextLine(),
    nextAddress: async () => {
      child.stdin.write('\n')
      return await nextLine()
    },
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGINT')
      const [code] = await exited
      return code
    },
  }
}
