import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Entry } from '../../platform/content/chat/answers.ts'
import { seededRandom } from '../../platform/seeded-random.ts'
import type { TrainedAnswers } from './answers.ts'
import { noAlarm } from './choose.ts'
import { featuresOf, kindOf, type Model, type Vector, vectorOf, withPrevious } from './model.ts'

export const trainedFile = 'server/answers.bin'

const folder = 'node_modules/.cache/kitewright'

/** Training takes seconds and is repeatable, so its result is cached per set of examples. */
export function trainedAnswers(entries: readonly Entry[]): TrainedAnswers {
  const learnedFrom = versionOf(entries)
  const hash = createHash('sha256').update(learnedFrom).update(sourceOfTraining()).digest('hex').slice(0, 24)
  const file = join(folder, `answers-${hash}.bin`)
  if (existsSync(file)) return readTrained(file)
  const examples = entries.flatMap(({ id, as, examples }) => {
    const isEmergency = as === 'emergency'
    // Emergencies have few examples.
    const lines = examples.flatMap((line) =>
      isEmergency && !line.startsWith(counterExampleMark) ? [line, line, line] : line,
    )
    return lines.map((line) => ({ id, isEmergency, ...exampleIn(line) }))
  })
  const [model, alarms] = train(
    examples,
    ({ id, isCounterExample }) => (isCounterExample ? undefined : id),
    ({ id, isEmergency, isCounterExample }) => (isEmergency && !isCounterExample ? id : noAlarm),
  )
  if (model === undefined || alarms === undefined) throw new Error('no model was trained')
  const trained = { entries: entries.map((entry) => ({ ...entry, examples: [] })), model, alarms, learnedFrom }
  mkdirSync(folder, { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, serialize(trained))
  renameSync(draft, file)
  return trained
}

/** Changes with the answers and their examples. */
export function versionOf(entries: readonly Entry[]): string {
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex')
}

function sourceOfTraining(): string {
  const files = ['model', 'train']
  return files.map((name) => readFileSync(`server/chat/${name}.ts`, 'utf8')).join('\n')
}

const counterExampleMark = '! '

/** “What does an MVP cost > and how long?” has the previous message; “! I'm so tired of Wix” is a counterexample. */
function exampleIn(line: string): { text: string; before?: string; isCounterExample: boolean } {
  const [before = '', text] = line.replace(counterExampleMark, '').split(' > ')
  return {
    ...(text === undefined ? { text: before } : { text, before }),
    isCounterExample: line.startsWith(counterExampleMark),
  }
}

export function readTrained(file: string): TrainedAnswers {
  return deserialize(readFileSync(file))
}

/** `before` is the previous message, if the text needs it. */
type Example = { text: string; before?: string | undefined }

const minExamples = 4
const kindWeights = { word: 1, pair: 1, piece: 0.6, apart: 0.8 } as const
const rounds = 3
const firstStep = 5
const minError = 0.002
/** Few rounds leave the model underconfident. With this factor, about 60 % of the guesses with a chance of 60 % are right. */
const sharpness = 1.3
const minWeight = 0.02

/**
 * Multinomial logistic regression over tf-idf by stochastic gradient descent in a fixed random order, so it's repeatable.
 * @param labelings each gives an example's class, or undefined to skip it
 * @returns a model for each labeling; they share their features, so one vector fits all
 */
function train<T extends Example>(
  examples: readonly T[],
  ...labelings: ((example: T) => string | undefined)[]
): Model[] {
  const { features, scales } = featuresIn(examples.flatMap(({ text, before = [] }) => [text].concat(before)))
  const vectors = examples.map(({ text, before }) => {
    const vector = vectorOf(text, { features, scales })
    return before === undefined ? vector : withPrevious(vector, vectorOf(before, { features, scales }))
  })
  return labelings.map((labelOf) => {
    const labels = examples.map(labelOf)
    const ids = [...new Set(labels.flatMap((label) => label ?? []))]
    const wanted = labels.flatMap((label) => (label === undefined ? [] : ids.indexOf(label)))
    const known = vectors.filter((_, i) => labels[i] !== undefined)
    const { dense, bias } = descend(known, wanted, { features: features.length, answers: ids.length })
    const { unit, ...weights } = compress(dense, features.length, ids.length)
    return { ids, features, scales, bias: bias.map((each) => each * sharpness), ...weights, unit: unit * sharpness }
  })
}

function featuresIn(texts: readonly string[]): Pick<Model, 'features' | 'scales'> {
  const counts = new Map<number, number>()
  for (const text of texts) for (const hash of featuresOf(text).keys()) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  const features = Uint32Array.from([...counts].flatMap(([hash, count]) => (count < minExamples ? [] : hash))).sort()
  const scales = Float32Array.from(
    features,
    (hash) => kindWeights[kindOf(hash)] * Math.log((1 + texts.length) / (1 + (counts.get(hash) ?? 0))) + 0.1,
  )
  return { features, scales }
}

function descend(vectors: readonly Vector[], wanted: readonly number[], size: { features: number; answers: number }) {
  const dense = new Float32Array(size.features * size.answers)
  const bias = new Float32Array(size.answers)
  const chances = new Float64Array(size.answers)
  const random = seededRandom('chooser')
  const order = [...vectors.keys()]
  for (let round = 0; round < rounds; round++) {
    shuffle(order, random)
    const step = firstStep * (1 - round / rounds)
    for (const n of order) {
      const { at, share } = vectors[n] ?? { at: [], share: [] }
      chances.set(bias)
      for (let i = 0; i < at.length; i++) {
        const from = (at[i] ?? 0) * size.answers
        const by = share[i] ?? 0
        for (let c = 0; c < size.answers; c++) chances[c] = (chances[c] ?? 0) + by * (dense[from + c] ?? 0)
      }
      const errors = errorsOf(chances, wanted[n] ?? 0)
      for (let i = 0; i < at.length; i++) {
        const from = (at[i] ?? 0) * size.answers
        const by = step * (share[i] ?? 0)
        for (const { c, error } of errors) dense[from + c] = (dense[from + c] ?? 0) - by * error
      }
      for (const { c, error } of errors) bias[c] = (bias[c] ?? 0) - step * 0.05 * error
    }
  }
  return { dense, bias }
}

function errorsOf(scores: Float64Array, wanted: number): { c: number; error: number }[] {
  let highest = Number.NEGATIVE_INFINITY
  for (const score of scores) highest = Math.max(highest, score)
  let sum = 0
  for (const score of scores) sum += Math.exp(score - highest)
  const errors: { c: number; error: number }[] = []
  for (let c = 0; c < scores.length; c++) {
    const error = Math.exp((scores[c] ?? 0) - highest) / sum - (c === wanted ? 1 : 0)
    if (Math.abs(error) > minError) errors.push({ c, error })
  }
  return errors
}

function shuffle(order: number[], random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const kept = order[i] ?? 0
    order[i] = order[j] ?? 0
    order[j] = kept
  }
}

function compress(
  dense: Float32Array,
  features: number,
  count: number,
): Pick<Model, 'starts' | 'answers' | 'weights' | 'unit'> {
  const maxWeight = dense.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0) || 1
  const unit = maxWeight / 127
  const starts = new Uint32Array(features + 1)
  const answers: number[] = []
  const weights: number[] = []
  for (let feature = 0; feature < features; feature++) {
    starts[feature] = answers.length
    for (let c = 0; c < count; c++) {
      const weight = dense[feature * count + c] ?? 0
      if (Math.abs(weight) < maxWeight * minWeight) continue
      answers.push(c)
      weights.push(Math.round(weight / unit))
    }
  }
  starts[features] = answers.length
  return { starts, answers: Uint16Array.from(answers), weights: Int8Array.from(weights), unit }
}
