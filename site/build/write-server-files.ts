import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { AstroIntegration } from 'astro'
import { siteContent } from '../../platform/content/site-content.ts'
import { createTextIndex, textIndexFile } from '../../platform/text/text-index.ts'
import { trainedFile } from '../../server/chat/train.ts'
import { partsOfBuild } from './built-parts.ts'

/** Writes the search index and the chat's trained model. */
export function writeServerFiles(site: string): AstroIntegration {
  let trained: Promise<Uint8Array>
  return {
    name: 'write-server-files',
    hooks: {
      'astro:build:start': () => {
        const worker = new Worker(new URL('./train-chat.worker.ts', import.meta.url), {
          workerData: siteContent().chat.answers,
        })
        trained = once(worker, 'message').then(([model]) => model)
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
