// Each server that listens leaves a mark: a file with its build's folder and its process. Builds keep that folder, and a
// restart after a crash runs it again (docs/decisions/running/restarts.md).
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildPrefix, dist, root } from './steps.mjs'

const markPrefix = 'running-'

const dataFolder = () => resolve(root, process.env.DATA_DIR || 'data')

/** Servers of the same project differ in DATA_DIR or PORT. */
export function ownMark() {
  const hash = createHash('sha256').update(`${dataFolder()}\0${process.env.PORT ?? ''}`)
  return join(markFolder(), `${markPrefix}${hash.digest('hex').slice(0, 16)}`)
}

/** Under systemd, the server may only write to DATA_DIR. Elsewhere, the shell that builds might not know DATA_DIR. */
function markFolder() {
  try {
    accessSync(dist, constants.W_OK)
    return dist
  } catch {
    return dataFolder()
  }
}

/** @returns undefined if there is no mark, or its build is gone */
export function readMark(file) {
  const [build = '', pid = ''] = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : []
  const isName = build.startsWith(buildPrefix) && /^\d+$/.test(build.slice(buildPrefix.length))
  return isName && /^\d+$/.test(pid) && existsSync(join(dist, build)) ? { build, pid: Number(pid) } : undefined
}

export function writeMark(file, build) {
  writeFileSync(`${file}.new`, `${build} ${process.pid}`)
  renameSync(`${file}.new`, file)
}

/** Whether another process has this number. After a restart of the machine or container, it can be this one. */
export function isRunning(pid) {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** @returns the builds of running servers */
export function buildsInUse() {
  const files = [dist, dataFolder()].flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder).flatMap((name) => (name.startsWith(markPrefix) ? join(folder, name) : []))
      : [],
  )
  return files.map(readMark).flatMap((mark) => (mark !== undefined && isRunning(mark.pid) ? mark.build : []))
}
