import { parentPort, workerData } from 'node:worker_threads'
import { openBuildCache } from '../build-cache.ts'
import { openLettering } from './lettering.ts'
import { type ShareDrawing, sharePicture } from './share-picture.ts'

export type DrawJob = { key: string; drawing: ShareDrawing }

// A thread of the build: draws its share of the pictures into the cache.
const jobs: DrawJob[] = workerData
const cache = openBuildCache('share-pictures')
const words = jobs.map(({ drawing: { name, headline, remark } }) => name + headline + remark).join('')
const letters = await openLettering(words)
for (const { key, drawing } of jobs) cache.write(key, sharePicture(drawing, letters))
parentPort?.postMessage([])
