import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { type BuildCache, cacheKey, openBuildCache } from './build-cache.ts'
import { inThreads } from './in-threads.ts'
import type { DrawJob } from './share-picture/draw.worker.ts'
import type { ShareDrawing } from './share-picture/share-picture.ts'
import { sourceHash } from './source-hash.ts'

/** A thread takes as long to start as to draw this many. */
const perThread = 50

/**
 * Draws the share pictures in threads of their own while the pages are built, and puts them beside the pages. Those that
 * an earlier build drew from the same words with the same code come from the cache.
 * @param drawings by the path that each is served at
 */
export function sharePictures(drawings: () => ReadonlyMap<string, ShareDrawing>): AstroIntegration {
  const cache = openBuildCache('share-pictures')
  let jobs = new Map<string, DrawJob>()
  let drawn: Promise<void>
  return {
    name: 'share-pictures',
    hooks: {
      'astro:build:start': () => {
        const code = sourceHash(['src/build/share-picture/*', 'src/ui/{kite-fold.ts,facets.css}', 'package-lock.json'])
        const toJob = (drawing: ShareDrawing) => ({ key: cacheKey(code, JSON.stringify(drawing)), drawing })
        jobs = new Map([...drawings()].map(([path, drawing]) => [path, toJob(drawing)]))
        drawn = draw([...jobs.values()], cache)
      },
      'astro:build:done': async ({ dir }) => {
        await drawn
        const written = openBuildCache('share-pictures')
        for (const [path, { key }] of jobs) {
          const picture = written.read(key)
          if (picture === undefined) throw new Error(`The share picture ${path} was not drawn.`)
          const file = join(fileURLToPath(dir), path)
          await mkdir(dirname(file), { recursive: true })
          await writeFile(file, picture)
        }
        written.keepOnly([...jobs.values()].map(({ key }) => key))
      },
    },
  }
}

/** Draws into the cache what it doesn't hold. */
async function draw(jobs: readonly DrawJob[], cache: BuildCache): Promise<void> {
  const missing = jobs.filter(({ key }) => cache.read(key) === undefined)
  await inThreads(new URL('./share-picture/draw.worker.ts', import.meta.url), missing, perThread)
}
