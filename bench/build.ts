import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyStudio } from '../tests/support/studios.ts'
import { median, type Table } from './figures.ts'

type Build = { seconds: number; peakMegabytes: number }

const rounds = 3

/** Builds the sample from scratch: several times with a cached chat model, and once without. */
export async function measureBuild(): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-bench-'))
  // Each in its own folder, deleted only at the end: ext4 is slow to reuse space of files that were just deleted.
  const builds = Array.from({ length: rounds }, (_, n) => build(join(folder, `trained-${n}`), { isTrained: true }))
  const untrained = build(join(folder, 'untrained'), { isTrained: false })
  rmSync(folder, { recursive: true })
  const row = (name: string, all: Build[]) => [
    name,
    `${median(all.map(({ seconds }) => seconds)).toFixed(1)} s`,
    `${median(all.map(({ peakMegabytes }) => peakMegabytes))} MB`,
  ]
  return {
    title: `Building the sample from scratch (median of ${rounds}; with pictures, feeds, search, and compression)`,
    head: ['', 'time', 'peak memory'],
    rows: [row('with a cached chat model', builds), row('with training of the chat model', [untrained])],
  }
}

function build(project: string, { isTrained }: { isTrained: boolean }): Build {
  copyStudio(project, 'sample')
  // Only changes with the answers and their examples.
  const trained = isTrained ? globSync('node_modules/.cache/kitewright/answers-*.bin') : []
  for (const file of trained) cpSync(file, join(project, file))
  const [peaks, recorder] = [join(project, 'peaks'), join(project, 'record-peak.mjs')]
  writeFileSync(
    recorder,
    "import { appendFileSync } from 'node:fs'\nprocess.on('exit', () => appendFileSync(process.env.PEAKS, process.resourceUsage().maxRSS + '\\n'))\n",
  )
  const { CONTENT_DIR, ...environment } = process.env
  const env = { ...environment, ASTRO_TELEMETRY_DISABLED: '1', NODE_OPTIONS: `--import=${recorder}`, PEAKS: peaks }
  const startedAt = performance.now()
  const command = ['scripts/build-if-changed.mjs']
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: project, env, encoding: 'utf8' })
  const seconds = (performance.now() - startedAt) / 1000
  if (status !== 0) throw new Error(`the build failed:\n${stderr}`)
  const kilobytes = readFileSync(peaks, 'utf8').trim().split('\n').map(Number)
  return { seconds, peakMegabytes: Math.round(Math.max(...kilobytes) / 1024) }
}
