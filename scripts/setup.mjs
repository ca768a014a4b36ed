// `node scripts/setup.mjs [studio|test|test-long|bench]`: installs what is missing. Does nothing until the lockfile changes.
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installTestServers } from './install-test-servers.mjs'
import { environment, pinnedNode, readCache, root, run, say, stop, writeCache } from './steps.mjs'

const minMajor = 20
const { node } = process.versions
if (Number.parseInt(node, 10) < minMajor)
  stop(`Node.js ${node} is too old.`, `Install Node.js ${minMajor} or later and run this again.`)

const purpose = process.argv[2]
const isForOwner = purpose === undefined || purpose === 'studio'
installPackages(!isForOwner)
// Commands work without content/: `restore` needs none, and `begin` writes it.
if (purpose === undefined) copySample()
else if (!isForOwner) installTestServers(purpose)

/** Creates the owner's content/ at the first start. Atomic, because half a copy would pass for theirs. */
function copySample() {
  const content = join(root, 'content')
  if (existsSync(content)) return
  const draft = mkdtempSync(`${content}-`)
  cpSync(join(root, 'sample'), draft, { recursive: true })
  chmodSync(draft, 0o755)
  renameSync(draft, content)
  say('Copied sample/ to content/: your texts, yours to change and commit.')
}

/** Serving needs two thirds of the packages. Once the rest is installed, updates include it. */
function installPackages(needsAll) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const [installed, extent] = readCache('lockfile').split(' ')
  const isCurrent = installed === lock && existsSync(pinnedNode())
  if (isCurrent && (!needsAll || extent === 'all')) return
  const isAll = needsAll || extent === 'all'
  say(`Installing the packages of package-lock.json${isAll ? '' : ' that serving needs'} …`)
  // `npm ci` replaces everything. `--no-save` only adds what is missing.
  const command = isCurrent ? 'npm install --no-save' : 'npm ci'
  if (!isCurrent) setAside()
  // npm can replace the pinned Node.js, so it must not run on that.
  const env = environment({ pinned: false })
  if (!run(`${command} ${isAll ? '--include' : '--omit'}=dev --loglevel=error`, [], { env, shell: true })) {
    stop('The packages could not be installed.', 'Check the connection to the npm registry, then run this again.')
  }
  writeCache('lockfile', isAll ? `${lock} all` : lock)
}

/** The pinned Node.js may be running. Windows can't delete a running program, but it can move one. */
function setAside() {
  const old = join(root, 'dist', 'node.exe')
  rmSync(old, { force: true })
  if (process.platform !== 'win32' || !existsSync(pinnedNode())) return
  mkdirSync(dirname(old), { recursive: true })
  renameSync(pinnedNode(), old)
}
