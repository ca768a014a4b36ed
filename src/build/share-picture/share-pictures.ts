import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { openLettering } from './lettering.ts'
import { type ShareDrawing, sharePicture } from './share-picture.ts'

/** Draws the share pictures while the pages are built. @param drawings by the path that each is served at */
export function sharePictures(drawings: () => ReadonlyMap<string, ShareDrawing>): AstroIntegration {
  let outDir: URL
  let drawn: Promise<unknown> | undefined
  return {
    name: 'share-pictures',
    hooks: {
      'astro:config:done': ({ config }) => {
        outDir = config.outDir
      },
      // Comes several times, and first when the folder has been emptied.
      'astro:build:setup': () => {
        drawn ??= drawAll(drawings(), new URL('client', outDir))
      },
      'astro:build:done': async () => {
        await drawn
      },
    },
  }
}

async function drawAll(drawings: ReadonlyMap<string, ShareDrawing>, folder: URL): Promise<unknown> {
  const words = [...drawings.values()].map(({ name, headline, remark }) => name + headline + remark).join('')
  const letters = await openLettering(words)
  const waiting = drawings.entries()
  const draw = async () => {
    for (const [path, drawing] of waiting) {
      const file = fileURLToPath(folder) + path
      const picture = await sharePicture(drawing, letters)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, picture)
    }
  }
  return Promise.all(Array.from({ length: availableParallelism() }, draw))
}
