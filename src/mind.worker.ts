import { workerData } from 'node:worker_threads'
import { type MindSources, openMind } from './mind.ts'
import { answerCalls } from './server/calls/answer-calls.ts'

// The thread of what reads strangers' words: it can be ended when it takes too long, and begun anew.
const sources: MindSources = workerData
answerCalls(openMind(sources))
