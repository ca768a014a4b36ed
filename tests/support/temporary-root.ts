import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Everything temporary is below one folder. @returns what removes it */
export function makeTemporaryRoot(): () => void {
  const root = mkdtempSync(join(tmpdir(), 'kitewright-tests-'))
  // PostgreSQL runs under an account of its own.
  chmodSync(root, 0o711)
  process.env['TMPDIR'] = root
  return () => rmSync(root, { recursive: true, force: true })
}
