// Records and lists the builds in dist/ that are running.
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { failureOf, root, say } from './steps.mjs'

/** Name of the link to the latest build. Tests and benchmarks build the sample (CONTENT_DIR) next to the served site. */
export const link = process.env.CONTENT_DIR ?? 'current'
export const prefix = process.env.CONTENT_DIR ? `${link}-` : 'build-'
export const dist = join(root, 'dist')

export const newestBuild = () => basename(realpathSync(join(dist, link)))

/** Folders for recording running builds. With systemd, only DATA_DIR is writable. Otherwise, builds can differ in it. */
const markFolders = () => [dist, resolve(root, process.env.DATA_DIR || 'data')].filter(isReadable)
const isReadable = (folder) => failureOf(() => readdirSync(folder)) === undefined

/** Records which build this process runs. Later builds keep it until the process ends. */
export function markRunning(build) {
  const write = (folder) => writeFileSync(join(folder, `running-${process.pid}`), build)
  if (!markFolders().some((folder) => failureOf(() => write(folder)) === undefined))
    say(`! Couldn’t write to dist/ or DATA_DIR, so later builds can delete ${build} while it runs.`)
}

/** Lists the builds that servers are running. Deletes the marks of dead processes. */
export function runningBuilds() {
  const files = markFolders().flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  const marks = files.filter((file) => /^running-\d+$/.test(basename(file)))
  for (const mark of marks) if (!isRunning(Number(mark.split('-').at(-1)))) rmSync(mark, { force: true })
  return marks.filter((mark) => existsSync(mark)).map((mark) => readFileSync(mark, 'utf8'))
}

function isRunning(pid) {
  return [undefined, 'EPERM'].includes(failureOf(() => process.kill(pid, 0)))
}
