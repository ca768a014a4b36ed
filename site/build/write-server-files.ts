import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { AstroIntegration } from 'astro'
import { EnvironmentError } from '../../platform/environment.ts'
import { createTextIndex, textIndexFile } from '../../platform/text/text-index.ts'
import { trainedFile } from '../../server/chat/understand/train.ts'
import { importTsx } from './import-tsx.ts'
import { builtContent } from './own-server.ts'
import { runBuildStep } from './run-build-step.ts'

type ListedPagesModule = typeof import('./listed-pages.tsx')

/** Writes the search index and the chat's trained model. */
export function writeServerFiles(site: string): AstroIntegration {
  let trained: Promise<Uint8Array>
  return {
    name: 'write-server-files',
    hooks: {
      // Start training first because it's slower than the rest of the build. validateContent reports errors in content/.
      'astro:config:setup': ({ command }) => {
        if (command !== 'build') return
        trained = trainChat()
        trained.catch(() => {})
      },
      'astro:build:done': async ({ dir }) => {
        const model = await runBuildStep(() => trained)
        const fileOf = (name: string) => fileURLToPath(new URL(`../${name}`, dir))
        const { textSections } = await importTsx<ListedPagesModule>('listed-pages.tsx', [builtContent()])
        createTextIndex(fileOf(textIndexFile), textSections(new URL(site))).close()
        writeFileSync(fileOf(trainedFile), model)
      },
    },
  }
}

/** @throws EnvironmentError */
async function trainChat(): Promise<Uint8Array> {
  const worker = new Worker(new URL('./train-chat.worker.ts', import.meta.url))
  const [model] = await once(worker, 'message').catch((error: unknown) => {
    const reason = error instanceof Error && 'path' in error ? error.message : inspect(error)
    const fix = 'Delete node_modules/.cache/kitewright, free disk space if needed, and build again.'
    throw new EnvironmentError(`Couldn’t train the chat: ${reason}\n${fix}`)
  })
  return model
}
