import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Entry } from '../../../platform/content/chat/answers.ts'
import type { WrittenAnswers } from '../../../platform/content/chat/chat.ts'
import { followUpId } from '../../../platform/content/chat/examples.ts'
import { expectations } from '../../../platform/content/chat/questions.ts'
import { seededRandom } from '../../../platform/seeded-random.ts'
import { describedId } from './find-answer.ts'
import { countFeatures, type Features, kindOf, type Model, type SparseVector, vectorize, withContext } from './model.ts'
import { actMarks } from './predict-act.ts'
import { noTrouble, type TrainedAnswers } from './understand.ts'

/** The build's output file for the trained answers. */
export const trainedFile = 'server/chat.bin'

const cacheFolder = 'node_modules/.cache/kitewright'

/** Trains the classifiers. Training needs seconds and is deterministic, so the result is cached by content and code. */
export function trainAnswers(written: WrittenAnswers): TrainedAnswers {
  const contentHash = hashContent(written)
  const code = ['model', 'train', 'predict-act', 'words']
    .map((name) => readFileSync(`server/chat/understand/${name}.ts`, 'utf8'))
    .join('\n')
  const cacheKey = createHash('sha256').update(contentHash).update(code).digest('hex').slice(0, 24)
  const file = join(cacheFolder, `answers-${cacheKey}.bin`)
  if (existsSync(file)) return readTrained(file)
  const examples = [...written.entries.flatMap(examplesOf), ...actExamples(written)]
  const [topics, acts] = train(
    examples.filter(({ kind }) => kind !== 'trouble'),
    {
      rounds: 3,
      labelOf: ({ kind, id }) =>
        kind === 'topic' ? id : kind === 'act' && id === 'describe' ? describedId : undefined,
    },
    { rounds: 6, labelOf: ({ kind, id }) => (kind === 'act' ? id : undefined) },
  )
  const [trouble] = train(examples, {
    rounds: 5,
    labelOf: ({ kind, id, isCounterexample }) => (kind === 'trouble' && !isCounterexample ? id : noTrouble),
  })
  if (topics === undefined || trouble === undefined || acts === undefined) throw new Error('no model was trained')
  const entries = written.entries.map((entry) => ({ ...entry, examples: [] }))
  const trained = { entries, topics, trouble, acts, contentHash }
  mkdirSync(cacheFolder, { recursive: true })
  const temporaryFile = `${file}.${process.pid}`
  writeFileSync(temporaryFile, serialize(trained))
  renameSync(temporaryFile, file)
  return trained
}

export function hashContent(written: WrittenAnswers): string {
  return createHash('sha256').update(JSON.stringify(written)).digest('hex')
}

export function readTrained(file: string): TrainedAnswers {
  return deserialize(readFileSync(file))
}

const counterexampleMark = '! '
type Example = {
  kind: 'topic' | 'trouble' | 'act'
  id: string
  text: string
  previous?: string
  marks?: string[]
  isCounterexample?: boolean
  /** Number of times each round uses the example. */
  repeats: number
}

/** Before ` > ` is the previous message: “What does an MVP cost > and how long?” A `! ` marks a counterexample. */
function examplesOf({ id, kind, examples }: Entry): Example[] {
  return examples.map(({ text: line, about }): Example => {
    const isCounterexample = line.startsWith(counterexampleMark)
    const [first = '', second] = line.replace(counterexampleMark, '').split(' > ')
    const text = second === undefined ? { text: first } : { text: second, previous: first }
    const label = about === null ? id : followUpId(id, about)
    const isTrouble = kind === 'trouble'
    return { kind: isTrouble ? 'trouble' : 'topic', id: label, isCounterexample, repeats: 1, ...text }
  })
}

/** One in this many questions also trains the act `ask`. All of them would outweigh the other acts. */
const questionShare = 16
/** There are few examples of acts, so each round repeats them. */
const actRepeats = 4

function actExamples({ entries, acts }: WrittenAnswers): Example[] {
  const questions = entries
    .filter(({ kind }) => kind !== 'trouble')
    .flatMap(({ id, examples }) => (id === describedId ? [] : examples))
    .filter((_, i) => i % questionShare === 0)
    .map(({ text: line }, i) => {
      const text = line.split(' > ').at(-1) ?? line
      return { act: 'ask', text, asked: i % 2 === 0 ? undefined : expectations[(i >> 1) % expectations.length] }
    })
  const descriptions = entries
    .flatMap(({ id, examples }) => (id === describedId ? examples : []))
    .map(({ text }) => ({ act: 'describe', text, asked: null }))
  const exampleOf =
    (repeats: number) => (example: { act: string; text: string; asked?: string | null | undefined }) => {
      const { act, text, asked } = example
      return { kind: 'act' as const, id: act, text, marks: actMarks(text, asked), repeats }
    }
  return [...questions.map(exampleOf(1)), ...[...descriptions, ...acts].map(exampleOf(actRepeats))]
}

/**
 * Trains by stochastic gradient descent, in a fixed random order to be deterministic.
 * @param examples `previous`: the message before, if the text depends on it. `marks`: additional features.
 * @param labelings each returns an example's label, or undefined to skip the example
 * @returns a model per labeling. They share their features, so a vector works for all of them.
 */
function train(
  examples: readonly Example[],
  ...labelings: { labelOf: (example: Example) => string | undefined; rounds: number }[]
): Model[] {
  const counted = examples.map(({ text, previous, marks }) => [
    countFeatures(text, marks),
    ...(previous === undefined ? [] : [countFeatures(previous)]),
  ])
  const features = selectFeatures(counted.flat())
  const vectors = counted.map(([own, before], i) => {
    const { text, previous = '' } = examples[i] ?? { text: '' }
    const vector = vectorize(text, features, own)
    return before === undefined ? vector : withContext(vector, vectorize(previous, features, before))
  })
  return labelings.map(({ labelOf, rounds }) => {
    const labeled = examples.flatMap((example, i) => {
      const [label, vector] = [labelOf(example), vectors[i]]
      return label === undefined || vector === undefined
        ? []
        : Array.from({ length: example.repeats }, () => ({ label, vector }))
    })
    const labels = [...new Set(labeled.map(({ label }) => label))]
    const indices = new Map(labels.map((label, i) => [label, i]))
    const targets = labeled.map(({ label }) => indices.get(label) ?? 0)
    const size = { features: features.featureHashes.length, labels: labels.length }
    const { weights, bias } = descend(
      labeled.map(({ vector }) => vector),
      targets,
      size,
      rounds,
    )
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

/** Drops features in fewer than one in 4,000 examples as noise. The minimum number of examples is between 2 and 6. */
const textsPerOccurrence = 4_000
const minFloor = 2
const maxFloor = 6
const kindWeights = { word: 1.2, bigram: 0.8, ngram: 0.6, skipBigram: 0.6 } as const
/**
 * Corrects for underconfidence after few rounds. With this factor, 7 in 10 predictions at 60 % are right. A larger factor
 * would add more wrong answers than right answers.
 */
const sharpness = 1.1

function selectFeatures(texts: readonly ReadonlyMap<number, number>[]): Features {
  const counts = new Map<number, number>()
  for (const features of texts) for (const hash of features.keys()) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  const minOccurrences = Math.min(maxFloor, Math.max(minFloor, texts.length / textsPerOccurrence))
  const frequent = [...counts].flatMap(([hash, count]) => (count < minOccurrences ? [] : hash))
  const featureHashes = Uint32Array.from(frequent).sort()
  const featureWeights = Float32Array.from(
    featureHashes,
    (hash) => kindWeights[kindOf(hash)] * Math.log((1 + texts.length) / (1 + (counts.get(hash) ?? 0))) + 0.1,
  )
  return { featureHashes, featureWeights }
}

type Size = { features: number; labels: number }

/** High because the features' values are small: each vector has length 1. */
const initialLearningRate = 5
const biasLearningRate = 0.05

/** Labels below this probability are ruled out for an example, if enough labels remain. */
const minPossible = 0.005
const minLabels = 8

/**
 * Runs gradient descent. After the first round, only compares the labels it left possible for an example, which is
 * five times as fast.
 * @param targets the index of each vector's label @returns weights, with a row of labels per feature
 */
function descend(vectors: readonly SparseVector[], targets: readonly number[], size: Size, rounds: number) {
  const weights = new Float32Array(size.features * size.labels)
  const bias = new Float32Array(size.labels)
  const random = seededRandom('chooser')
  const order = [...vectors.keys()]
  const all = Uint16Array.from({ length: size.labels }, (_, label) => label)
  const possible = vectors.map(() => all)
  const scores = new Float64Array(size.labels)
  for (let round = 0; round < rounds; round++) {
    shuffle(order, random)
    const learningRate = initialLearningRate * (1 - round / rounds)
    for (const n of order) {
      const { indices, values } = vectors[n] ?? { indices: [], values: [] }
      const labels = possible[n] ?? all
      for (let k = 0; k < labels.length; k++) scores[k] = bias[labels[k] ?? 0] ?? 0
      for (let i = 0; i < indices.length; i++) {
        const row = (indices[i] ?? 0) * size.labels
        const value = values[i] ?? 0
        // Twice as fast for all labels: skips the indirection.
        if (labels === all)
          for (let k = 0; k < labels.length; k++) scores[k] = (scores[k] ?? 0) + value * (weights[row + k] ?? 0)
        else
          for (let k = 0; k < labels.length; k++)
            scores[k] = (scores[k] ?? 0) + value * (weights[row + (labels[k] ?? 0)] ?? 0)
      }
      const gradients = gradientsOf(scores.subarray(0, labels.length), labels, targets[n] ?? 0)
      if (round === 0) {
        const likely = gradients.filter(({ error }) => Math.abs(error) > minPossible)
        if (likely.length >= minLabels) possible[n] = Uint16Array.from(likely, ({ label }) => label)
      }
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

/** Skips smaller errors, which need most of the time but don't affect the result. */
const minError = 0.002

/** Each label's probability minus its target, except negligible values. @param scores in the order of `labels` */
function gradientsOf(scores: Float64Array, labels: Uint16Array, target: number): { label: number; error: number }[] {
  let highest = Number.NEGATIVE_INFINITY
  for (const score of scores) highest = Math.max(highest, score)
  let sum = 0
  for (const score of scores) sum += Math.exp(score - highest)
  const gradients: { label: number; error: number }[] = []
  for (let k = 0; k < scores.length; k++) {
    const label = labels[k] ?? 0
    const error = Math.exp((scores[k] ?? 0) - highest) / sum - (label === target ? 1 : 0)
    if (label === target || error > minError) gradients.push({ label, error })
  }
  return gradients
}

/** Weights smaller than this fraction of the largest weight are dropped. */
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
