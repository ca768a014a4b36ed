import { serialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { trainedAnswers } from '../../server/chat/train.ts'

// In a thread of the build: learning takes longer than all the rest.
parentPort?.postMessage(serialize(trainedAnswers(workerData)))
