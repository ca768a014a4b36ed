import { serialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { trainAnswers } from '../../server/chat/train.ts'

parentPort?.postMessage(serialize(trainAnswers(workerData)))
