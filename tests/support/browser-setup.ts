import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Builds the sample if it has changed. Temporary files are removed after the run. */
export default function setUp(): () => void {
  execFileSync('node', ['scripts/build-if-changed.mjs'], { stdio: 'inherit' })
  return makeTemporaryRoot()
}

/** Puts all temporary files into one folder. @returns a function that removes it */
export function makeTemporaryRoot(): () => void {
  const root = mkdtempSync(join(hasMemoryFolder() ? memoryFolder : tmpdir(), 'kitewright-tests-'))
  // PostgreSQL runs under its own account.
  chmodSync(root, 0o711)
  process.env['TMPDIR'] = root
  return () => rmSync(root, { recursive: true, force: true })
}

/** Linux keeps its files in memory. On a disk, each commit takes milliseconds. */
const memoryFolder = '/dev/shm'
const minBytes = 2_000_000_000

/** Containers may have only 64 MB there, and may not run the tests' programs from it. */
function hasMemoryFolder(): boolean {
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : ''
  if (!/ \/dev\/shm tmpfs (?!\S*noexec)/.test(mounts)) return false
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize > minBytes
}
