// Finds or installs programs that only tests need: browsers, PostgreSQL, and proxies.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { environment, pinnedNode, programOf, readCache, root, run, say, stop, writeCache } from './steps.mjs'

/** Headless Chromium. It installs twice as fast as the full browser. */
const shell = 'chromium-headless-shell'
/** Packages to unpack without installing, which would start the servers. */
const proxies = ['caddy', 'nginx']
const unpacked = join(root, 'node_modules', '.cache', 'kitewright', 'debian')
const systemBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Installs what tests need and stores browser paths. @param {string} purpose `test`, `test-long`, or `bench` */
export function installTestServers(purpose) {
  // Tests run a third faster in a headless browser.
  if (purpose !== 'bench') recordBrowser('browser', () => findOrInstall(shell, [shell]) ?? findWholeBrowser())
  // The full browser loads and paints pages like a visitor's, including the tab icon.
  recordBrowser('whole-browser', findWholeBrowser)
  if (purpose === 'test-long') {
    writeCache('firefox', installOptional('Firefox', 'its tests', { 'firefox-esr': ['firefox-esr', 'firefox'] }))
    // WebKit is Safari's engine. It needs its WebDriver and a virtual screen.
    const webKit = { 'webkit2gtk-driver': ['WebKitWebDriver'], xvfb: ['Xvfb'] }
    writeCache('webkit', installOptional('WebKit', 'its tests', webKit))
    for (const name of proxies) writeCache(name, installOptional(name, 'its test', { [name]: [name] }))
  }
  // Tests start their own server in a temporary folder.
  installOptional('PostgreSQL', 'its storage tests', { postgresql: ['initdb'] })
}

function recordBrowser(name, find) {
  if (readCache(name) !== '' && existsSync(readCache(name))) return
  const path = find()
  if (path === undefined) stop('No Chromium.', 'Install one (Debian: apt-get install chromium) and run this again.')
  writeCache(name, path)
}

/** Finds or installs the system's browser, or else downloads Playwright's, which can hang in closed networks. */
function findWholeBrowser() {
  return findOrInstall('chromium', systemBrowsers) ?? downloadBrowser()
}

/**
 * Installs packages that are optional outside CI.
 * @param packages program names by Debian package
 * @returns the path of the first program, or '' if any program is missing
 */
function installOptional(what, tests, packages) {
  const found = Object.entries(packages).map(([name, programs]) => findOrInstall(name, programs))
  if (found.every((path) => path !== undefined)) return found[0]
  const advice = `Install it (Debian: apt-get install ${Object.keys(packages).join(' ')}) to run them too.`
  if (process.env.CI) stop(`No ${what} for ${tests}.`, advice)
  say(`! No ${what}: ${tests} will be skipped. ${advice}`)
  return ''
}

/** Finds a program, or installs its Debian package. */
function findOrInstall(name, programs) {
  return findOnPath(programs) ?? (installPackage(name) ? findOnPath(programs) : undefined)
}

function findOnPath(names) {
  return names.flatMap((name) => searchPath().map((folder) => join(folder, name))).find((file) => existsSync(file))
}

function searchPath() {
  const postgres = '/usr/lib/postgresql'
  const versions = existsSync(postgres) ? readdirSync(postgres) : []
  const ofPostgres = versions.map((version) => join(postgres, version, 'bin'))
  const ofProxies = ['bin', 'sbin'].map((folder) => join(unpacked, 'usr', folder))
  return [...(process.env.PATH ?? '').split(delimiter), ...ofPostgres, ...ofProxies]
}

function downloadBrowser() {
  say('Looking for a Chromium to test with …')
  const args = [programOf('@playwright/test', 'playwright'), 'install', 'chromium']
  const options = { cwd: root, env: environment() }
  const { status } = spawnSync(pinnedNode(), args, { ...options, stdio: 'ignore', timeout: 240_000 })
  if (status !== 0) return undefined
  const script = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))"
  const { stdout } = spawnSync(pinnedNode(), ['-e', script], { ...options, encoding: 'utf8' })
  const path = stdout.trim()
  return existsSync(path) ? path : undefined
}

let isPackageListFresh = false

/** Tries to install a Debian package. @returns whether it succeeded */
function installPackage(name) {
  if (findOnPath(['apt-get']) === undefined || process.getuid?.() !== 0) return false
  say(`Installing Debian's package ${name} …`)
  const env = { ...environment(), DEBIAN_FRONTEND: 'noninteractive' }
  if (!isPackageListFresh) run('apt-get', ['update', '-qq'], { env })
  isPackageListFresh = true
  const unpack = `mkdir -p '${unpacked}' && cd '${unpacked}' && apt-get download -qq ${name} && dpkg-deb -x ${name}_*.deb .`
  return proxies.includes(name)
    ? run(unpack, [], { shell: true })
    : run('apt-get', ['install', '-qq', '-y', '--no-install-recommends', name], { env })
}
