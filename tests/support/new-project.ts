import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { enterFolder, leaveFolder } from './content.ts'
import { temporaryFolder } from './databases.ts'
import { studioIsDone } from './run-studio.ts'

/** Enters a new project with the sample as its content, until the end of the test. */
export function newProject(): string {
  const folder = temporaryFolder()
  cpSync('sample', join(folder, 'content'), { recursive: true })
  enterFolder(folder)
  onTestFinished(async () => {
    // A test that took too long leaves a command running.
    await studioIsDone()
    leaveFolder()
  })
  return folder
}
