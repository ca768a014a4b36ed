import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyStudio } from '../tests/support/project.ts'
import { median, type Table } from './figures.ts'

type Build = { seconds: number; peakMegabytes: number }

const rounds = 3

/** Builds the sample from nothing, and once with what the chat learns from its examples. */
export async function measureBuild(): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-bench-'))
  // Each in a folder of its own, none deleted before the end: ext4 takes long to find places where files were just deleted.
  const builds = Array.from({ length: rounds }, (_, n) => build(join(folder, `trained-${n}`), { isTrained: true }))
  const untrained = build(join(folder, 'untrained'), { isTrained: false })
  rmSync(folder, { recursive: true })
  const row = (name: string, all: Build[]) => [
    name,
    `${median(all.map(({ seconds }) => seconds)).toFixed(1)} s`,
    `${median(all.map(({ peakMegabytes }) => peakMegabytes))} MB`,
  ]
  return {
    title: `Building the sample from nothing (median of ${rounds}; with pictures, feeds, search, and compression)`,
    head: ['', 'time', 'peak memory'],
    rows: [row('what the chat has learned was kept', builds), row('the chat learns, too', [untrained])],
  }
}

function build(project: string, { isTrained }: { isTrained: boolean }): Build {
  copyStudio(project, 'sample')
  // It stays the same for months.
  const trained = isTrained ? globSync('node_modules/.cache/kitewright/answers-*.bin') : []
  for (const file of trained) cpSync(file, join(project, file))
  const [peaks, note] = [join(project, 'peaks'), join(project, 'note-peak.mjs')]
  writeFileSync(
    note,
    "import { appendFileSync } from 'node:fs'\nprocess.on('exit', () => appendFileSync(process.env.PEAKS, process.resourceUsage().maxRSS + '\\n'))\n",
  )
  const { CONTENT_DIR, ...environment } = process.env
  const env = { ...environment, ASTRO_TELEMETRY_DISABLED: '1', NODE_OPTIONS: `--import=${note}`, PEAKS: peaks }
  const startedAt = performance.now()
  const command = ['scripts/build-if-changed.mjs']
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: project, env, encoding: 'utf8' })
  const seconds = (performance.now() - startedAt) / 1000
  if (status !== 0) throw new Error(`the build failed:\n${stderr}`)
  const kilobytes = readFileSync(peaks, 'utf8').trim().split('\n').map(Number)
  return { seconds, peakMegabytes: Math.round(Math.max(...kilobytes) / 1024) }
}
