// `node scripts/setup.mjs [studio|test|test-long|bench]` installs missing packages and tools, once per lockfile.
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
// Don't copy the sample for commands: `restore` doesn't need content/, and `begin` writes it.
if (purpose === undefined) copySample()
else if (!isForOwner) installTestServers(purpose)

/** Creates the owner's content/ on the first start. Copies atomically: a partial copy would look like the owner's. */
function copySample() {
  const content = join(root, 'content')
  if (existsSync(content)) return
  const draft = mkdtempSync(`${content}-`)
  cpSync(join(root, 'sample'), draft, { recursive: true })
  chmodSync(draft, 0o755)
  renameSync(draft, content)
  say('Copied sample/ to content/. It’s yours to edit and commit.')
}

/** Installs the two-thirds of packages needed for serving, or all of them. If all were installed before, updates all. */
function installPackages(needsAll) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const [installed, extent] = readCache('lockfile').split(' ')
  const isCurrent = installed === lock && existsSync(pinnedNode())
  if (isCurrent && (!needsAll || extent === 'all')) return
  const isAll = needsAll || extent === 'all'
  say(`Installing the packages of package-lock.json${isAll ? '' : ' that serving needs'} …`)
  // `npm ci` reinstalls everything. `npm install --no-save` only adds missing packages.
  const command = isCurrent ? 'npm install --no-save' : 'npm ci'
  if (!isCurrent) setAside()
  // npm can replace the pinned Node.js, so run it on the system's Node.js.
  const env = environment({ pinned: false })
  if (!run(`${command} ${isAll ? '--include' : '--omit'}=dev --loglevel=error`, [], { env, shell: true })) {
    stop('Couldn’t install the packages.', 'Check the connection to the npm registry, then run this again.')
  }
  writeCache('lockfile', isAll ? `${lock} all` : lock)
}

/** Moves the pinned Node.js out of the way. It could be running, and Windows can't delete a running program. */
function setAside() {
  const old = join(root, 'dist', 'node.exe')
  rmSync(old, { force: true })
  if (process.platform !== 'win32' || !existsSync(pinnedNode())) return
  mkdirSync(dirname(old), { recursive: true })
  renameSync(pinnedNode(), old)
}
