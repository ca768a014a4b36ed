import { workerData } from 'node:worker_threads'
import { openBuildCache } from '../build-cache.ts'
import { openLettering } from './lettering.ts'
import { type ShareDrawing, sharePicture } from './share-picture.ts'

// A thread of the build: draws its part of the share pictures into the cache.
const jobs: { key: string; drawing: ShareDrawing }[] = workerData
const cache = openBuildCache('share-pictures')
const letters = await openLettering(
  jobs.map(({ drawing: { name, headline, remark } }) => name + headline + remark).join(''),
)
for (const { key, drawing } of jobs) cache.write(key, sharePicture(drawing, letters))
