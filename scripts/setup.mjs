// `node scripts/setup.mjs [test|test-long|bench]`: installs what is missing, then nothing again until the lockfile changes.
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import {
  installBrowser,
  installFirefox,
  installPostgres,
  installWebKit,
  installWholeBrowser,
} from './install-test-servers.mjs'
import { environment, readNote, root, run, say, stop, writeNote } from './steps.mjs'

const oldestMajor = 20
const major = Number(process.versions.node.split('.')[0])
if (major < oldestMajor) {
  stop(`Node.js ${process.versions.node} is too old.`, `Install Node.js ${oldestMajor} or later and run this again.`)
}

installPackages()
const purpose = process.argv[2]
if (purpose === 'test' || purpose === 'test-long') installBrowser()
if (purpose !== undefined) installWholeBrowser()
if (purpose === 'test-long') {
  installFirefox()
  installWebKit()
}
if (purpose === undefined) copySample()
else installPostgres()

/** The first start gives the owner a content/ of their own. In one step: half a copy would pass for theirs. */
function copySample() {
  const content = join(root, 'content')
  if (existsSync(content)) return
  const draft = mkdtempSync(`${content}-`)
  cpSync(join(root, 'sample'), draft, { recursive: true })
  chmodSync(draft, 0o755)
  renameSync(draft, content)
  say('Copied sample/ to content/: your texts, yours to change and commit.')
}

function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (readNote('lockfile') === lock && existsSync(join(root, 'node_modules', '.bin', 'node'))) return
  say('Installing the packages of package-lock.json …')
  // npm replaces node_modules, the pinned Node.js in it too: it must not run on what it deletes.
  if (!run('npm', ['ci', '--loglevel=error'], environment({ pinned: false }))) {
    stop('The packages could not be installed.', 'Check the connection to the npm registry, then run this again.')
  }
  writeNote('lockfile', lock)
}
