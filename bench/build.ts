import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyProject, linkPackages } from '../tests/support/copy-project.ts'
import { makeArticles } from './made-articles.ts'
import { median } from './median.ts'
import { writeMinimalBlog } from './minimal-blog.ts'
import type { Table } from './table.ts'

type Build = { seconds: number; peakMegabytes: number }

/** Articles, and how often they are built: small sites differ more from turn to turn. */
const sizes = [
  { articles: 7, rounds: 3 },
  { articles: 100, rounds: 3 },
  { articles: 1000, rounds: 3 },
  { articles: 5000, rounds: 1 },
]
const changedOf = 1000
const ours = ['scripts/build-if-changed.mjs']
const astro = ['node_modules/astro/bin/astro.mjs', 'build']

/** Building from nothing, and again with one article changed, in turns with a minimal Astro blog of the same articles. */
export async function measureBuild(): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-bench-'))
  const rows: string[][] = []
  const found = new Map<number, { mine: Build; theirs: Build }>()
  for (const { articles, rounds } of sizes) {
    const [mine, theirs, again]: [Build[], Build[], Build[]] = [[], [], []]
    for (let round = 0; round < rounds; round += 1) {
      const [site, blog] = [join(folder, `site-${articles}-${round}`), join(folder, `blog-${articles}-${round}`)]
      mine.push(buildAnew(site, copyProject, articles, ours))
      if (articles === changedOf) again.push(buildChanged(site))
      theirs.push(buildAnew(blog, makeBlog, articles, astro))
    }
    const both = { mine: middle(mine), theirs: middle(theirs) }
    found.set(articles, both)
    rows.push(row(String(articles), both.mine, both.theirs, '≤ 1.5'))
    if (again.length > 0)
      rows.push(row(`${articles}, again with one changed`, middle(again), both.mine, '≤ 0.33 of the first'))
  }
  rows.push(slope(found))
  rmSync(folder, { recursive: true })
  return {
    title: 'Building (articles of 1,000 words, nothing kept from before; with pictures, feeds, twins and compression)',
    head: ['articles', 'this site', 'peak memory', 'minimal Astro blog', 'peak memory', 'this ÷ that', 'wanted'],
    rows,
  }
}

function row(name: string, mine: Build, theirs: Build, wanted: string): string[] {
  const cells = [mine, theirs].flatMap(({ seconds, peakMegabytes }) => [
    `${seconds.toFixed(1)} s`,
    `${peakMegabytes} MB`,
  ])
  return [name, ...cells, (mine.seconds / theirs.seconds).toFixed(2), wanted]
}

/** What one more article takes, apart from what every build does. */
function slope(found: ReadonlyMap<number, { mine: Build; theirs: Build }>): string[] {
  const [few, many] = [found.get(1000), found.get(5000)]
  if (few === undefined || many === undefined) throw new Error('nothing to draw a line through')
  const each = (of: 'mine' | 'theirs') => ((many[of].seconds - few[of].seconds) * 1000) / 4000
  const cells = [`${each('mine').toFixed(1)} ms`, '', `${each('theirs').toFixed(1)} ms`, '']
  return ['each more, 1,000 to 5,000', ...cells, (each('mine') / each('theirs')).toFixed(2), '≤ 1.5']
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

function buildChanged(project: string): Build {
  appendFileSync(join(project, 'content/articles/article-500.md'), '\nOne sentence more.\n')
  return build(project, ours)
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
