import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Entry } from '../../platform/content/chat/answers.ts'
import { seededRandom } from '../../platform/seeded-random.ts'
import type { TrainedAnswers } from './answers.ts'
import { noEmergency } from './emergency.ts'
import { countFeatures, type Features, kindOf, type Model, type SparseVector, vectorize, withContext } from './model.ts'

/** Where the build puts the trained answers. */
export const trainedFile = 'server/answers.bin'

const cacheFolder = 'node_modules/.cache/kitewright'

/** Training takes seconds and is repeatable, so its result is cached by content and code. */
export function trainAnswers(entries: readonly Entry[]): TrainedAnswers {
  const contentHash = hashContent(entries)
  const code = ['model', 'train'].map((name) => readFileSync(`server/chat/${name}.ts`, 'utf8')).join('\n')
  const cacheKey = createHash('sha256').update(contentHash).update(code).digest('hex').slice(0, 24)
  const file = join(cacheFolder, `answers-${cacheKey}.bin`)
  if (existsSync(file)) return readTrained(file)
  const [model, emergencyModel] = train(
    entries.flatMap(examplesOf),
    { rounds: 3, labelOf: ({ id, isEmergency }) => (isEmergency ? undefined : id) },
    {
      rounds: 10,
      labelOf: ({ id, isEmergency, isCounterexample }) => (isEmergency && !isCounterexample ? id : noEmergency),
    },
  )
  if (model === undefined || emergencyModel === undefined) throw new Error('no model was trained')
  const withoutExamples = entries.map((entry) => ({ ...entry, examples: [] }))
  const trained = { entries: withoutExamples, model, emergencyModel, contentHash }
  mkdirSync(cacheFolder, { recursive: true })
  const temporaryFile = `${file}.${process.pid}`
  writeFileSync(temporaryFile, serialize(trained))
  renameSync(temporaryFile, file)
  return trained
}

export function hashContent(entries: readonly Entry[]): string {
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex')
}

export function readTrained(file: string): TrainedAnswers {
  return deserialize(readFileSync(file))
}

const counterexampleMark = '! '
/** Emergencies have few examples, so each counts three times. */
const emergencyRepeats = 3

/** “What does an MVP cost > and how long?” has the previous message; “! I'm so tired of Wix” is a counterexample. */
function examplesOf({ id, as, examples }: Entry) {
  const isEmergency = as === 'emergency'
  return examples.flatMap((line) => {
    const isCounterexample = line.startsWith(counterexampleMark)
    const [first = '', second] = line.replace(counterexampleMark, '').split(' > ')
    const text = second === undefined ? { text: first } : { text: second, previous: first }
    const example = { id, isEmergency, isCounterexample, ...text }
    return Array.from({ length: isEmergency && !isCounterexample ? emergencyRepeats : 1 }, () => example)
  })
}

/**
 * Stochastic gradient descent in a fixed random order, so that it's repeatable.
 * @param examples `previous` is the message before, if the text needs it
 * @param labelings each gives an example's label, or undefined to skip it
 * @returns a model for each labeling; they share their features, so one vector fits all
 */
function train<T extends { text: string; previous?: string | undefined }>(
  examples: readonly T[],
  ...labelings: { labelOf: (example: T) => string | undefined; rounds: number }[]
): Model[] {
  const features = selectFeatures(examples.flatMap(({ text, previous = [] }) => [text].concat(previous)))
  const vectors = examples.map(({ text, previous }) => {
    const vector = vectorize(text, features)
    return previous === undefined ? vector : withContext(vector, vectorize(previous, features))
  })
  return labelings.map(({ labelOf, rounds }) => {
    const exampleLabels = examples.map(labelOf)
    const labels = [...new Set(exampleLabels.flatMap((label) => label ?? []))]
    const targets = exampleLabels.flatMap((label) => (label === undefined ? [] : labels.indexOf(label)))
    const labeled = vectors.filter((_, i) => exampleLabels[i] !== undefined)
    const size = { features: features.featureHashes.length, labels: labels.length }
    const { weights, bias } = descend(labeled, targets, size, rounds)
    const { weightUnit, ...matrix } = compress(weights, size)
    return {
      labels,
      ...features,
      bias: bias.map((value) => value * sharpness),
      ...matrix,
      weightUnit: weightUnit * sharpness,
    }
  })
}

/** Features in fewer texts are noise. */
const minOccurrences = 4
const kindWeights = { word: 1, bigram: 1, ngram: 0.6, skipBigram: 0.8 } as const
/** Few rounds leave the model underconfident. With this factor, about 60 % of its predictions of 60 % are right. */
const sharpness = 1.3

function selectFeatures(texts: readonly string[]): Features {
  const counts = new Map<number, number>()
  for (const text of texts) for (const hash of countFeatures(text).keys()) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  const frequent = [...counts].flatMap(([hash, count]) => (count < minOccurrences ? [] : hash))
  const featureHashes = Uint32Array.from(frequent).sort()
  const featureWeights = Float32Array.from(
    featureHashes,
    (hash) => kindWeights[kindOf(hash)] * Math.log((1 + texts.length) / (1 + (counts.get(hash) ?? 0))) + 0.1,
  )
  return { featureHashes, featureWeights }
}

type Size = { features: number; labels: number }

const initialLearningRate = 5
const biasLearningRate = 0.05

/** @param targets the index of each vector's label @returns weights with a row of labels for each feature */
function descend(vectors: readonly SparseVector[], targets: readonly number[], size: Size, rounds: number) {
  const weights = new Float32Array(size.features * size.labels)
  const bias = new Float32Array(size.labels)
  const scores = new Float64Array(size.labels)
  const random = seededRandom('chooser')
  const order = [...vectors.keys()]
  for (let round = 0; round < rounds; round++) {
    shuffle(order, random)
    const learningRate = initialLearningRate * (1 - round / rounds)
    for (const n of order) {
      const { indices, values } = vectors[n] ?? { indices: [], values: [] }
      scores.set(bias)
      for (let i = 0; i < indices.length; i++) {
        const row = (indices[i] ?? 0) * size.labels
        const value = values[i] ?? 0
        for (let label = 0; label < size.labels; label++)
          scores[label] = (scores[label] ?? 0) + value * (weights[row + label] ?? 0)
      }
      const gradients = gradientsOf(scores, targets[n] ?? 0)
      for (let i = 0; i < indices.length; i++) {
        const row = (indices[i] ?? 0) * size.labels
        const step = learningRate * (values[i] ?? 0)
        for (const { label, error } of gradients) weights[row + label] = (weights[row + label] ?? 0) - step * error
      }
      for (const { label, error } of gradients)
        bias[label] = (bias[label] ?? 0) - learningRate * biasLearningRate * error
    }
  }
  return { weights, bias }
}

function shuffle(order: number[], random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const swapped = order[i] ?? 0
    order[i] = order[j] ?? 0
    order[j] = swapped
  }
}

const minError = 0.002

/** Each label's probability minus its target, without the negligible ones. */
function gradientsOf(scores: Float64Array, target: number): { label: number; error: number }[] {
  let highest = Number.NEGATIVE_INFINITY
  for (const score of scores) highest = Math.max(highest, score)
  let sum = 0
  for (const score of scores) sum += Math.exp(score - highest)
  const gradients: { label: number; error: number }[] = []
  for (let label = 0; label < scores.length; label++) {
    const error = Math.exp((scores[label] ?? 0) - highest) / sum - (label === target ? 1 : 0)
    if (Math.abs(error) > minError) gradients.push({ label, error })
  }
  return gradients
}

/** Smaller weights, relative to the largest, are dropped. */
const minWeight = 0.02

function compress(dense: Float32Array, size: Size): Pick<Model, 'rowStarts' | 'columns' | 'weights' | 'weightUnit'> {
  const maxWeight = dense.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0) || 1
  const weightUnit = maxWeight / 127
  const rowStarts = new Uint32Array(size.features + 1)
  const columns: number[] = []
  const weights: number[] = []
  for (let feature = 0; feature < size.features; feature++) {
    rowStarts[feature] = columns.length
    for (let label = 0; label < size.labels; label++) {
      const weight = dense[feature * size.labels + label] ?? 0
      if (Math.abs(weight) < maxWeight * minWeight) continue
      columns.push(label)
      weights.push(Math.round(weight / weightUnit))
    }
  }
  rowStarts[size.features] = columns.length
  return { rowStarts, columns: Uint16Array.from(columns), weights: Int8Array.from(weights), weightUnit }
}
