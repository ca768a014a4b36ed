// Builds the site when something that it is made of has changed since the last build that succeeded.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { changeDays, daysAhead } from './days-ahead.mjs'
import { environment, readNote, root, run, runQuietly, say, stop, writeNote } from './steps.mjs'

/** A server may be running on an older build until it is started again. */
const kept = 3
/** So many days to come are built ahead; the rest with a later build. */
const mostAhead = 12
/** Tests and benchmarks build the sample (CONTENT_DIR), beside what is served and without touching it. */
const content = process.env.CONTENT_DIR ?? 'content'
const link = process.env.CONTENT_DIR ?? 'current'
const prefix = process.env.CONTENT_DIR ? `${link}-` : 'build-'
const sources = [
  content,
  'migrations',
  'site',
  'server',
  'platform',
  'public',
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
]
const buildEnvironment = {
  // Whatever the shell has: in any other mode the drafts would be built, too.
  NODE_ENV: 'production',
  // To keep what was compiled takes a second of the first build, and saves a tenth of the next.
  NODE_DISABLE_COMPILE_CACHE: '1',
  // What the bundler's threads no longer need goes back to the system at once: 150 MB less.
  MALLOC_ARENA_MAX: '2',
  MIMALLOC_PURGE_DELAY: '0',
}

try {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
} catch {
  // Whoever needs it says what is wrong with it: the check before a build, or the server.
}
const state = fingerprint()
if (readNote(prefix) !== state || !existsSync(join(root, 'dist', link, 'static.json'))) build()

/**
 * Every build has a folder of its own, and `dist/current` leads to the last one that succeeded: a server that is running
 * keeps the files that it was started with, and a build that fails leaves everything as it was. In it, `days` has the site of each
 * day on which something comes out or ends, to which the server goes over by itself.
 */
function build() {
  if (!run('node', ['site/build/check-environment.ts'])) process.exit(1)
  const startedAt = Date.now()
  say('Building the site …')
  const name = `${prefix}${Date.now()}`
  const next = join(root, 'dist', `next-${link}`)
  buildInto(name)
  const days = daysToCome()
  for (const day of days.slice(0, mostAhead)) {
    say(`Building what the site will be on ${day} …`)
    buildInto(name, day)
  }
  if (days.length > mostAhead) say(`! Build again before ${days[mostAhead]}: what comes out then is not built yet.`)
  rmSync(next, { force: true })
  symlinkSync(name, next)
  renameSync(next, join(root, 'dist', link))
  writeNote(prefix, state)
  say(`Built in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
  for (const old of buildFolders().slice(0, -kept)) rmSync(join(root, 'dist', old), { recursive: true, force: true })
}

function buildInto(name, day) {
  const astro = ['--max-semi-space-size=8', 'node_modules/astro/bin/astro.mjs', 'build']
  const outDir = day === undefined ? `dist/${name}` : `dist/${name}/days/${day}`
  const variables = { ...environment(), ...buildEnvironment, ...(day !== undefined && { BUILD_DAY: day }) }
  if (runQuietly('node', [...astro, '--outDir', outDir], variables)) return
  rmSync(join(root, 'dist', name), { recursive: true, force: true })
  stop('The site could not be built.', 'The lines above name the file and the reason. Correct it and run this again.')
}

function daysToCome() {
  const today = new Date().toISOString().slice(0, 10)
  const texts = filesIn(content).filter((file) => /\.(md|yaml)$/.test(file))
  return [...new Set(texts.flatMap((file) => changeDays(file, readFileSync(join(root, file), 'utf8'), today)))].sort()
}

function buildFolders() {
  return readdirSync(join(root, 'dist'))
    .filter((name) => name.startsWith(prefix))
    .sort()
}

/**
 * Changes with every byte of the sources, with the variables that the build reads, when a day comes or passes that the
 * content names, and with the year, which the footer bears.
 */
function fingerprint() {
  const today = new Date().toISOString().slice(0, 10)
  const hash = createHash('sha256').update(`${process.env.SITE_URL ?? ''}\0${today.slice(0, 4)}`)
  for (const file of sources.flatMap(filesIn)) {
    const bytes = readFileSync(join(root, file))
    hash.update(`\0${file}\0`).update(bytes)
    if (file.startsWith(content) && /\.(md|yaml)$/.test(file)) hash.update(`\0${daysAhead(bytes.toString(), today)}`)
  }
  return hash.digest('hex')
}

function filesIn(path) {
  if (!existsSync(join(root, path))) return []
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}
