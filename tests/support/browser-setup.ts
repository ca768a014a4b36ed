import { execFileSync } from 'node:child_process'
import { makeTemporaryRoot } from './temporary-root.ts'

/** Builds the sample where it has changed since; everything temporary goes with the run. */
export default function setUp(): () => void {
  execFileSync('node', ['scripts/build-if-changed.mjs'], { stdio: 'inherit' })
  return makeTemporaryRoot()
}
