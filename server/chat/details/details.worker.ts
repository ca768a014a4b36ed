import { parentPort, workerData } from 'node:worker_threads'
import { extractDetails } from './extract.ts'

parentPort?.on('message', (messages) => parentPort?.postMessage(extractDetails(messages, workerData)))
