// The builds in dist/, and those that are running.
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { root, say, stop } from './steps.mjs'

/** Tests and benchmarks build the sample (CONTENT_DIR) next to the served site, without touching it. */
export const link = process.env.CONTENT_DIR ?? 'current'
export const prefix = process.env.CONTENT_DIR ? `${link}-` : 'build-'
export const dist = join(root, 'dist')

const markPrefix = 'running-'
const dataFolder = () => resolve(root, process.env.DATA_DIR || 'data')

export function newestBuild() {
  if (!existsSync(join(dist, link))) stop('There is no build.', '`npm run build` makes one.')
  return basename(realpathSync(join(dist, link)))
}

/** Writes this process and its build to a file, and later builds keep that folder. Under systemd, dist/ is read-only. */
export function markRunning(build) {
  const folder = canBuild() ? dist : dataFolder()
  try {
    writeFileSync(join(folder, `${markPrefix}${process.pid}`), build)
  } catch (error) {
    say(`! Couldn’t mark ${build} as running, so later builds can delete it: ${error.message}`)
  }
}

/** Also removes the marks of processes that have ended. */
export function runningBuilds() {
  return [dist, dataFolder()].filter(existsSync).flatMap((folder) => {
    const marks = readdirSync(folder).filter((name) => name.startsWith(markPrefix))
    const isOver = (name) => !isRunning(Number(name.slice(markPrefix.length)))
    for (const name of marks.filter(isOver)) rmSync(join(folder, name), { force: true })
    return marks.filter((name) => !isOver(name)).map((name) => readFileSync(join(folder, name), 'utf8'))
  })
}

export const canBuild = () => failureOf(() => accessSync(dist, constants.W_OK)) === undefined

function isRunning(pid) {
  return [undefined, 'EPERM'].includes(failureOf(() => process.kill(pid, 0)))
}

function failureOf(attempt) {
  try {
    attempt()
  } catch ({ code }) {
    return code
  }
}
