import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Entry } from '../../../content/agent/answers.ts'
import { train } from '../chooser/train.ts'
import type { TrainedAnswers } from './book.ts'

export const trainedFile = 'server/answers.bin'

const folder = 'node_modules/.cache/kitewright'

/** Training takes seconds, and always gives the same: what was learned from the same examples is kept. */
export function trainedAnswers(entries: readonly Entry[]): TrainedAnswers {
  const learnedFrom = markOf(entries)
  const hash = createHash('sha256').update(learnedFrom).update(sourceOfTraining()).digest('hex').slice(0, 24)
  const file = join(folder, `answers-${hash}.bin`)
  if (existsSync(file)) return readTrained(file)
  const examples = entries.flatMap(({ id, examples }) => examples.map((line) => ({ id, ...exampleIn(line) })))
  const trained = { entries: entries.map((entry) => ({ ...entry, examples: [] })), model: train(examples), learnedFrom }
  mkdirSync(folder, { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, serialize(trained))
  renameSync(draft, file)
  return trained
}

/** Another one for other answers, or other examples of them. */
export function markOf(entries: readonly Entry[]): string {
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex')
}

function sourceOfTraining(): string {
  return ['model', 'train'].map((name) => readFileSync(`src/features/agent/chooser/${name}.ts`, 'utf8')).join('\n')
}

/** “What does an MVP cost > and how long?” is a message with the one before it. */
function exampleIn(line: string): { text: string; before?: string } {
  const [before = '', text] = line.split(' > ')
  return text === undefined ? { text: before } : { text, before }
}

export function readTrained(file: string): TrainedAnswers {
  return deserialize(readFileSync(file))
}
