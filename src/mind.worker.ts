import { workerData } from 'node:worker_threads'
import { type MindSources, openMind } from './mind.ts'
import { answerCalls } from './server/calls/answer-calls.ts'

// The thread of what reads strangers' words: it can be ended when it takes too long, and begun anew.
const sources: MindSources = workerData
const mind = openMind(sources)
// Patterns are compiled where they are first and again where they are next used: no visitor's time is to be spent on it.
for (const content of ['What does an MVP cost?', 'I am Ada of Acme, and need an app for 5000 USD by May. How long?']) {
  const turns = [{ role: 'user', content } as const]
  for (const sentence of mind.reply(turns, Date.now())) mind.check(sentence, [content], [], Date.now())
  mind.facts(turns, Date.now())
  mind.extract([content])
}
answerCalls(mind)
