import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Builds the sample if it has changed. Temporary files are removed after the run. */
export default function setUp(): () => void {
  execFileSync('node', ['scripts/build-if-changed.mjs'], { stdio: 'inherit' })
  return makeTemporaryRoot()
}

/** Puts all temporary files into one folder. @returns a function that removes it */
export function makeTemporaryRoot(): () => void {
  const root = mkdtempSync(join(tmpdir(), 'kitewright-tests-'))
  // PostgreSQL runs under its own account.
  chmodSync(root, 0o711)
  process.env['TMPDIR'] = root
  return () => rmSync(root, { recursive: true, force: true })
}
