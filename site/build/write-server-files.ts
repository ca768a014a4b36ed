import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { AstroIntegration } from 'astro'
import { siteContent } from '../../platform/content/site-content.ts'
import { EnvironmentError } from '../../platform/environment.ts'
import { createTextIndex, textIndexFile } from '../../platform/text/text-index.ts'
import { trainedFile } from '../../server/chat/train.ts'
import { partsOfBuild } from './built-parts.ts'
import { runBuildStep } from './run-build-step.ts'

/** Writes the search index and the chat's trained model. */
export function writeServerFiles(site: string): AstroIntegration {
  let trained: Promise<Uint8Array>
  return {
    name: 'write-server-files',
    hooks: {
      'astro:build:start': () => {
        trained = runBuildStep(trainChat)
      },
      'astro:build:done': async ({ dir }) => {
        const fileOf = (name: string) => fileURLToPath(new URL(`../${name}`, dir))
        const { textSections } = await partsOfBuild()
        createTextIndex(fileOf(textIndexFile), textSections(new URL(site))).close()
        writeFileSync(fileOf(trainedFile), await trained)
      },
    },
  }
}

/** Trains in a worker, because that takes longer than the rest of the build. @throws ContentError, EnvironmentError */
async function trainChat(): Promise<Uint8Array> {
  const options = { workerData: siteContent().chat.answers }
  const worker = new Worker(new URL('./train-chat.worker.ts', import.meta.url), options)
  const [model] = await once(worker, 'message').catch((error: unknown) => {
    const reason = error instanceof Error && 'path' in error ? error.message : inspect(error)
    const fix = 'Delete node_modules/.cache/kitewright, free disk space if needed, and build again.'
    throw new EnvironmentError(`The chat can’t be trained: ${reason}\n${fix}`)
  })
  return model
}
