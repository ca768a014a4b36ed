import { serialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { trainAnswers } from '../../server/chat/train.ts'

// A worker, because training takes longer than the rest of the build.
parentPort?.postMessage(serialize(trainAnswers(workerData)))
