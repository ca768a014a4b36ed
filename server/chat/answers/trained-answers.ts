import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Entry } from '../../../platform/content/chat/answers.ts'
import { noAlarm } from '../chooser/alarm.ts'
import { train } from '../chooser/train.ts'
import type { TrainedAnswers } from './answerer.ts'

export const trainedFile = 'server/answers.bin'

const folder = 'node_modules/.cache/kitewright'

/** Training takes seconds, and always gives the same: what was learned from the same examples is kept. */
export function trainedAnswers(entries: readonly Entry[]): TrainedAnswers {
  const learnedFrom = versionOf(entries)
  const hash = createHash('sha256').update(learnedFrom).update(sourceOfTraining()).digest('hex').slice(0, 24)
  const file = join(folder, `answers-${hash}.bin`)
  if (existsSync(file)) return readTrained(file)
  const examples = entries.flatMap(({ id, as, examples }) => {
    const isEmergency = as === 'emergency'
    // There are few of emergencies beside all others.
    const lines = examples.flatMap((line) => (isEmergency && !line.startsWith(none) ? [line, line, line] : line))
    return lines.map((line) => ({ id, isEmergency, ...exampleIn(line) }))
  })
  const [model, alarms] = train(
    examples,
    ({ id, isNone }) => (isNone ? undefined : id),
    ({ id, isEmergency, isNone }) => (isEmergency && !isNone ? id : noAlarm),
  )
  if (model === undefined || alarms === undefined) throw new Error('no model was trained')
  const trained = { entries: entries.map((entry) => ({ ...entry, examples: [] })), model, alarms, learnedFrom }
  mkdirSync(folder, { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, serialize(trained))
  renameSync(draft, file)
  return trained
}

/** Another one for other answers, or other examples of them. */
export function versionOf(entries: readonly Entry[]): string {
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex')
}

function sourceOfTraining(): string {
  const files = ['chooser/model', 'chooser/train', 'answers/trained-answers']
  return files.map((name) => readFileSync(`server/chat/${name}.ts`, 'utf8')).join('\n')
}

const none = '! '

/** “What does an MVP cost > and how long?” is a message with the one before it; “! I'm so tired of Wix” only sounds like an example. */
function exampleIn(line: string): { text: string; before?: string; isNone: boolean } {
  const [before = '', text] = line.replace(none, '').split(' > ')
  return { ...(text === undefined ? { text: before } : { text, before }), isNone: line.startsWith(none) }
}

export function readTrained(file: string): TrainedAnswers {
  return deserialize(readFileSync(file))
}
