import { serialize } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { siteContent } from '../../platform/content/site-content.ts'
import { trainAnswers } from '../../server/chat/understand/train.ts'

// Runs in a worker to use another core.
parentPort?.postMessage(serialize(trainAnswers(siteContent().chat.answers)))
