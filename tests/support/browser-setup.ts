import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Builds the sample where it has changed since; everything temporary goes with the run. */
export default function setUp(): () => void {
  execFileSync('node', ['scripts/build-if-changed.mjs'], { stdio: 'inherit' })
  return makeTemporaryRoot()
}

/** Everything temporary is below one folder. @returns what removes it */
export function makeTemporaryRoot(): () => void {
  const root = mkdtempSync(join(tmpdir(), 'kitewright-tests-'))
  // PostgreSQL runs under an account of its own.
  chmodSync(root, 0o711)
  process.env['TMPDIR'] = root
  return () => rmSync(root, { recursive: true, force: true })
}
