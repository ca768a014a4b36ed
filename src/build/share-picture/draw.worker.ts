import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { contentHash } from '../earlier-build.ts'
import { openLettering } from './lettering.ts'
import { type ShareDrawing, sharePicture } from './share-picture.ts'

export type DrawJob = {
  /** Where to write the picture. */
  target: string
  drawing: ShareDrawing
}

// A thread of the build: draws its share of the pictures.
const jobs: DrawJob[] = workerData
const words = jobs.map(({ drawing: { name, headline, remark } }) => name + headline + remark).join('')
const letters = await openLettering(words)
const hashes = jobs.map(({ target, drawing }) => {
  const picture = sharePicture(drawing, letters)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, picture)
  return contentHash(picture)
})
parentPort?.postMessage(hashes)
