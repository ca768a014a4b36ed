import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyWithoutArticles, linkPackages } from '../tests/support/project.ts'
import { median, type Table } from './figures.ts'
import { makeArticles } from './made-articles.ts'
import { writeMinimalBlog } from './minimal-blog.ts'

type Build = { seconds: number; peakMegabytes: number }

/** The last two as information alone: no studio has as many. */
const sizes = [
  { articles: 7, rounds: 3 },
  { articles: 100, rounds: 3 },
  { articles: 1000, rounds: 1 },
  { articles: 5000, rounds: 1 },
]
const ours = ['scripts/build-if-changed.mjs']
const astro = ['node_modules/astro/bin/astro.mjs', 'build']

/** Building from nothing, what the agent has learned aside, in turns with a minimal Astro blog of the same articles. */
export async function measureBuild(): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-bench-'))
  const rows: string[][] = []
  for (const { articles, rounds } of sizes) {
    const [mine, theirs]: [Build[], Build[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      mine.push(buildAnew(join(folder, `site-${articles}-${round}`), copyTrained, articles, ours))
      theirs.push(buildAnew(join(folder, `blog-${articles}-${round}`), makeBlog, articles, astro))
    }
    rows.push(row(String(articles), middle(mine), middle(theirs)))
  }
  const untrained = buildAnew(join(folder, 'untrained'), copyWithoutArticles, 7, ours)
  rows.push([
    '7, and the agent learns',
    `${untrained.seconds.toFixed(1)} s`,
    `${untrained.peakMegabytes} MB`,
    '',
    '',
    '',
  ])
  rmSync(folder, { recursive: true })
  return {
    title: 'Building (articles of 1,000 words, nothing kept from before; with pictures, feeds, search and compression)',
    head: ['articles', 'this site', 'peak memory', 'minimal Astro blog', 'peak memory', 'this ÷ that'],
    rows,
  }
}

function row(name: string, mine: Build, theirs: Build): string[] {
  const cells = [mine, theirs].flatMap(({ seconds, peakMegabytes }) => [
    `${seconds.toFixed(1)} s`,
    `${peakMegabytes} MB`,
  ])
  return [name, ...cells, (mine.seconds / theirs.seconds).toFixed(2)]
}

/** What the agent has learned from its examples is the same for years, and taken along. */
function copyTrained(project: string): void {
  copyWithoutArticles(project)
  for (const file of globSync('node_modules/.cache/kitewright/answers-*.bin')) cpSync(file, join(project, file))
}

/**
 * Makes a folder of its own for every build, and deletes none before the end: where many files have just been deleted,
 * ext4 takes long to find a place for new ones.
 */
function buildAnew(project: string, make: (project: string) => void, articles: number, command: string[]): Build {
  make(project)
  makeArticles(join(project, 'content/articles'), articles)
  return build(project, command)
}

function makeBlog(project: string): void {
  writeMinimalBlog(project)
  linkPackages(project)
}

function build(project: string, command: string[]): Build {
  const peaks = join(project, 'peaks')
  const note = join(project, 'note-peak.mjs')
  writeFileSync(
    note,
    "import { appendFileSync } from 'node:fs'\nprocess.on('exit', () => appendFileSync(process.env.PEAKS, process.resourceUsage().maxRSS + '\\n'))\n",
  )
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_OPTIONS: `--import=${note}`, PEAKS: peaks }
  const startedAt = performance.now()
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: project, env, encoding: 'utf8' })
  const seconds = (performance.now() - startedAt) / 1000
  if (status !== 0) throw new Error(`the build failed:\n${stderr}`)
  const kilobytes = readFileSync(peaks, 'utf8').trim().split('\n').map(Number)
  rmSync(peaks)
  return { seconds, peakMegabytes: Math.round(Math.max(...kilobytes) / 1024) }
}

function middle(builds: Build[]): Build {
  const seconds = median(builds.map((build) => build.seconds))
  return { seconds, peakMegabytes: median(builds.map((build) => build.peakMegabytes)) }
}
