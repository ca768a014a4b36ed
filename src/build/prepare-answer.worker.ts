import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { openMade } from './earlier-build.ts'
import { type AnswerJob, prepareAnswer } from './prepare-answer.ts'

// A thread of the build: prepares its share of the answers.
const jobs: AnswerJob[] = workerData
const made = openMade('twins', new URL('../', pathToFileURL(jobs[0]?.folder ?? '.')))
parentPort?.postMessage(jobs.map((job) => prepareAnswer(job, made)))
