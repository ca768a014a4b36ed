import { parentPort, workerData } from 'node:worker_threads'
import { openBuildCache } from './build-cache.ts'
import { type AnswerJob, prepareAnswer } from './prepare-answer.ts'

// A thread of the build: prepares its share of the answers.
const jobs: AnswerJob[] = workerData
const cache = openBuildCache('compressed')
parentPort?.postMessage(jobs.map((job) => prepareAnswer(job, cache)))
