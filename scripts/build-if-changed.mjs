// Builds the site if its sources have changed since the last successful build. `--due` only builds if just the date has
// changed, to keep unfinished edits from going live at midnight. It exits with 0 if it has built the site.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { dist, link, prefix, runningBuilds } from './builds.mjs'
import {
  environment,
  failureOf,
  pinnedNode,
  programOf,
  readCache,
  root,
  run,
  safeExit,
  say,
  stop,
  writeCache,
} from './steps.mjs'

/** How many builds to keep for rolling back. Running builds are kept too. */
const keptBuilds = 3
/** Exit code if `--due` didn't need to build. */
const notDueCode = 3
const content = process.env.CONTENT_DIR ?? 'content'
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
  // Override the shell's value because other modes also build drafts.
  NODE_ENV: 'production',
  // A compile cache costs the first build a second and saves later ones a tenth.
  NODE_DISABLE_COMPILE_CACHE: '1',
  // Returns the bundler's unused memory to the system immediately, in small pages: 300 MB less.
  MALLOC_ARENA_MAX: '2',
  MIMALLOC_PURGE_DELAY: '0',
  MIMALLOC_ALLOW_THP: '0',
}

// Ignore errors in .env. The build's check or the server will report them.
failureOf(() => process.loadEnvFile(join(root, '.env')))
// SITE_URL's default contains the port, but PORT=0 means any free port.
if (process.env.PORT === '0') process.env.PORT = ''
const isPublic = content === 'content' && /^https?:\/\/(?!localhost\b|127\.)/.test(process.env.SITE_URL ?? '')
const state = { sources: fingerprint(), days: daysPassed() }
const [builtSources, builtDays] = readCache(prefix).split(' ')
const isSame = builtSources === state.sources && existsSync(join(dist, link, 'static.json'))
if (process.argv.includes('--due')) {
  if (!isSame || builtDays === state.days) process.exit(notDueCode)
  say('The content changes today.')
  build()
} else if (!isSame || builtDays !== state.days) build()
else if (process.env.npm_lifecycle_event === 'build') say('Nothing has changed since the last build.')
if (isPublic && filesIn(content).every(isFromSample))
  say(`! ${process.env.SITE_URL} shows the sample studio. Is your site in your own repository? Clone that (README.md).`)

/**
 * Builds into a new folder, then links `dist/current` to it. A running server keeps its files, and
 * a failed build changes nothing.
 */
function build() {
  const startedAt = Date.now()
  say('Building the site …')
  const name = `${prefix}${Date.now()}`
  const astro = [...safeExit, '--max-semi-space-size=8', '--heap-growing-percent=50', programOf('astro'), 'build']
  const env = { ...environment(), ...buildEnvironment }
  if (!run(pinnedNode(), [...astro, '--outDir', join('dist', name)], { env, isQuiet: true })) {
    remove(join(dist, name))
    stop('Couldn’t build the site.', 'The lines above name the file and the problem. Fix it and run this again.')
  }
  makeCurrent(name)
  writeCache(prefix, `${state.sources} ${state.days}`)
  say(`Built in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
  const builds = readdirSync(dist).filter((folder) => folder.startsWith(prefix))
  const kept = [...builds.sort().slice(-keptBuilds), ...runningBuilds()]
  for (const old of builds) if (!kept.includes(old)) remove(join(dist, old))
}

/** Switches the link, atomically except on Windows, which can't replace folder links. Junctions need no privileges. */
function makeCurrent(name) {
  const current = join(dist, link)
  const next = join(dist, `next-${link}`)
  rmSync(next, { force: true })
  if (process.platform === 'win32') {
    rmSync(current, { force: true })
    symlinkSync(join(dist, name), current, 'junction')
  } else {
    symlinkSync(name, next)
    renameSync(next, current)
  }
}

/** Deletes a build. On Windows, files a server has open remain until the next build. */
function remove(folder) {
  failureOf(() => rmSync(folder, { recursive: true, force: true }))
}

/** A hash of the sources and of the variables the build reads. */
function fingerprint() {
  const { SITE_URL, HOST, PORT } = process.env
  const hash = createHash('sha256').update(SITE_URL || `${HOST || ''}:${PORT || ''}`)
  for (const file of sources.flatMap(filesIn)) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/**
 * Returns a value that changes whenever a date in content/ (2025-12-06) begins or ends: articles are published on a date,
 * and offers end after one. It also changes each year, like the footer.
 */
function daysPassed(today = new Date().toISOString().slice(0, 10)) {
  const texts = filesIn(content).filter((file) => /\.(md|yaml)$/.test(file))
  const days = texts.flatMap((file) => readFileSync(join(root, file), 'utf8').match(/\b\d{4}-\d\d-\d\d\b/g) ?? [])
  const passed = days.filter((day) => day < today).length
  return `${today.slice(0, 4)}-${passed}-${days.filter((day) => day === today).length}`
}

function isFromSample(file) {
  const original = join(root, file.replace(content, 'sample'))
  return existsSync(original) && readFileSync(original).equals(readFileSync(join(root, file)))
}

function filesIn(path) {
  if (!existsSync(join(root, path))) return []
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}
