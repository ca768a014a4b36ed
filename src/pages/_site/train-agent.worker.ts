import { serialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { trainedAnswers } from '../../features/agent/book/trained-answers.ts'

// A thread of the build: where the examples have changed, learning takes longer than all the rest.
parentPort?.postMessage(serialize(trainedAnswers(workerData)))
