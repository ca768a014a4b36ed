import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { contentHash, openMade } from './earlier-build.ts'
import { inThreads } from './in-threads.ts'
import type { DrawJob } from './share-picture/draw.worker.ts'
import type { ShareDrawing } from './share-picture/share-picture.ts'
import { sourceHash } from './source-hash.ts'

/** A thread takes as long to start as to draw this many. */
const perThread = 50
const sources = ['src/build/share-picture/*', 'src/{ui/kite-fold.ts,styles/facets.css}', 'package-lock.json']

/**
 * Draws the share pictures in threads of their own while the pages are built. Those that the earlier build drew from the
 * same words with the same code are taken over.
 * @param drawings by the path that each is served at
 */
export function sharePictures(drawings: () => ReadonlyMap<string, ShareDrawing>): AstroIntegration {
  let outDir: URL
  let drawn: Promise<void> | undefined
  return {
    name: 'share-pictures',
    hooks: {
      'astro:config:done': ({ config }) => {
        outDir = config.outDir
      },
      // Comes several times, and first when the folder has been emptied.
      'astro:build:setup': () => {
        drawn ??= draw(drawings(), outDir)
      },
      'astro:build:done': async () => await drawn,
    },
  }
}

async function draw(drawings: ReadonlyMap<string, ShareDrawing>, outDir: URL): Promise<void> {
  const made = openMade('pictures', outDir)
  const code = sourceHash(sources)
  const missing: (DrawJob & { file: string; key: string })[] = []
  for (const [path, drawing] of drawings) {
    const file = path.slice(1)
    const target = fileURLToPath(new URL(`client/${encodeURI(file)}`, outDir))
    const key = contentHash(code, JSON.stringify(drawing))
    const kept = made.take(file, key)
    if (kept === undefined) missing.push({ file, key, target, drawing })
    else {
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, kept)
    }
  }
  const worker = new URL('./share-picture/draw.worker.ts', import.meta.url)
  const hashes = await inThreads<DrawJob, string>(worker, missing, perThread)
  missing.forEach(({ file, key }, i) => {
    made.note(file, { key, hash: hashes[i] ?? '' })
  })
  made.save()
}
