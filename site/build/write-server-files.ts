import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { AstroIntegration } from 'astro'
import { createTextIndex, textIndexFile } from '../../platform/text/text-index.ts'
import { trainedFile } from '../../server/chat/train.ts'
import { partsOfBuild } from './built-parts.ts'

/** Writes the search index and the chat's trained model. */
export function writeServerFiles(site: string): AstroIntegration {
  let trained: Promise<Uint8Array>
  return {
    name: 'write-server-files',
    hooks: {
      // Training is slower than the rest of the build, so it starts first. The content check reports errors.
      'astro:config:setup': ({ command }) => {
        if (command !== 'build') return
        const worker = new Worker(new URL('./train-chat.worker.ts', import.meta.url))
        trained = once(worker, 'message').then(([model]) => model)
        trained.catch(() => {})
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
