import type { SpawnSyncReturns } from 'node:child_process'

export type Load = { perSecond: number; p99Ms: number; requests: number }

const milliseconds = { us: 0.001, ms: 1, s: 1000 }

/** Reads what wrk prints. @throws where wrk is missing or an answer was no success */
export function readLoad({ stdout, stderr, error }: SpawnSyncReturns<string>): Load {
  if (error) throw new Error('wrk is missing (Debian: apt-get install wrk)')
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  if (unit !== 'us' && unit !== 'ms' && unit !== 's') throw new Error(`wrk measured nothing:\n${stdout}${stderr}`)
  if (/Non-2xx/.test(stdout)) throw new Error(`not every answer was a success:\n${stdout}`)
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99Ms: Number(p99) * milliseconds[unit],
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
  }
}
