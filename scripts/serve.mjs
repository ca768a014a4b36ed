// The server's process, for scripts/start.mjs and deploy/kitewright.service. It runs the last build. After a crash, it runs
// the same build again, unless start.mjs passes --newest: a crash must not publish anything.
import { existsSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isRunning, ownMark, readMark, writeMark } from './running-builds.mjs'
import { buildLink, dist, loadSettings, say, stop } from './steps.mjs'

loadSettings()
const link = join(dist, buildLink)
if (!existsSync(link)) stop('There is no build.', '`npm run build` makes one.')
const newest = basename(realpathSync(link))
const mark = ownMark()
const marked = readMark(mark)
const hasCrashed = marked !== undefined && !isRunning(marked.pid)
// A build that crashes before it listens leaves no mark, so the next start runs the newest build.
if (hasCrashed) rmSync(mark)
const build = hasCrashed && !process.argv.includes('--newest') ? marked.build : newest
if (build !== newest) say('! Running the build from before the crash. Restart the site to publish the newest build.')

process.on('exit', (code) => {
  if (code === 0 && readMark(mark)?.pid === process.pid) rmSync(mark)
})
await import(pathToFileURL(join(dist, build, 'server', 'main.mjs')).href)
try {
  writeMark(mark, build)
} catch (error) {
  say(`! Couldn’t note the running build, so later builds can delete it: ${error.message}`)
}
