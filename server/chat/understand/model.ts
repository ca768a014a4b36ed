export type Prediction = { id: string; probability: number }

/** A multinomial logistic regression over tf-idf features. Sparse weights have a row per feature, a column per label. */
export type Model = {
  labels: string[]
  /** Feature hashes, sorted. */
  featureHashes: Uint32Array
  /** Inverse document frequencies, scaled by the feature's kind. */
  featureWeights: Float32Array
  /** Start index of each feature's row in `columns` and `weights`. */
  rowStarts: Uint32Array
  columns: Uint16Array
  /** Multiples of `weightUnit`. */
  weights: Int8Array
  weightUnit: number
  bias: Float32Array
}

/** Text features as a sparse unit vector: their indices in the model, and their values. */
export type SparseVector = { indices: number[]; values: number[] }

/** Returns a number to add to a label's score before the softmax. Negative infinity excludes the label. */
export type Adjustment = (label: string) => number

/** Returns each label's probability, highest first. Probabilities add up to 1 (softmax). */
export function predict({ indices, values }: SparseVector, model: Model, adjust?: Adjustment): Prediction[] {
  const { labels, rowStarts, columns, weights, weightUnit } = model
  const scores = Float64Array.from(model.bias)
  for (const [i, feature] of indices.entries()) {
    const factor = (values[i] ?? 0) * weightUnit
    const end = rowStarts[feature + 1] ?? 0
    for (let entry = rowStarts[feature] ?? 0; entry < end; entry++) {
      const column = columns[entry] ?? 0
      scores[column] = (scores[column] ?? 0) + factor * (weights[entry] ?? 0)
    }
  }
  if (adjust !== undefined) for (const [i, label] of labels.entries()) scores[i] = (scores[i] ?? 0) + adjust(label)
  const highest = scores.reduce((max, score) => Math.max(max, score), Number.NEGATIVE_INFINITY)
  const exponentials = scores.map((score) => Math.exp(score - highest))
  const sum = exponentials.reduce((total, exponential) => total + exponential, 0)
  return labels
    .map((id, i) => ({ id, probability: (exponentials[i] ?? 0) / sum }))
    .sort((a, b) => b.probability - a.probability)
}

export type Features = Pick<Model, 'featureHashes' | 'featureWeights'>

export function vectorize(text: string, model: Features, counts = countFeatures(text)): SparseVector {
  const { featureHashes, featureWeights } = model
  const vector: SparseVector = { indices: [], values: [] }
  let squares = 0
  for (const [hash, count] of counts) {
    const index = binarySearch(hash, featureHashes)
    if (index < 0) continue
    const value = (1 + Math.log(count)) * (featureWeights[index] ?? 0)
    vector.indices.push(index)
    vector.values.push(value)
    squares += value * value
  }
  const length = Math.sqrt(squares) || 1
  vector.values = vector.values.map((value) => value / length)
  return vector
}

function binarySearch(hash: number, sortedHashes: Uint32Array): number {
  let low = 0
  let high = sortedHashes.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const candidate = sortedHashes[middle] ?? 0
    if (candidate === hash) return middle
    if (candidate < hash) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Weights the previous message lower: it's about the same subject, but reveals less about the question. */
const previousMessageWeight = 0.8

/** Adds the previous message's features to a message that might not make sense alone. */
export function withContext(text: SparseVector, previous: SparseVector): SparseVector {
  return {
    indices: [...text.indices, ...previous.indices],
    values: [...text.values, ...previous.values.map((value) => value * previousMessageWeight)],
  }
}

/** Characters per n-gram. A misspelled or inflected word shares most of the original word's n-grams. */
const ngramLength = 4

/**
 * Counts the features in `text`, keyed by hash: words, bigrams, skip-bigrams, and character n-grams.
 * @param marks additional features, such as the question asked before
 */
export function countFeatures(text: string, marks: readonly string[] = []): Map<number, number> {
  const originals = tokenize(text)
  const tokens = originals.map((token) => (/^\p{N}/u.test(token) ? '0'.repeat(token.length) : token))
  const counts = new Map<number, number>()
  const add = (kind: FeatureKind, text: string) => {
    const hash = hashFeature(kind, text)
    counts.set(hash, (counts.get(hash) ?? 0) + 1)
  }
  for (const mark of marks) add('word', `@${mark}`)
  const framed = ['^', ...tokens, '$']
  for (const [i, token] of framed.entries()) {
    const next = framed[i + 1]
    if (next === undefined) break
    add('bigram', `${token} ${next}`)
    if (i === 0) continue
    add('word', token)
    if (token.startsWith('0')) add('word', originals[i - 1] ?? '')
    const afterNext = framed[i + 2]
    if (afterNext !== undefined && afterNext !== '$') add('skipBigram', `${token} ${afterNext}`)
    const marked = `<${token}>`
    for (let start = 0; start + ngramLength <= marked.length; start++)
      add('ngram', marked.slice(start, start + ngramLength))
  }
  return counts
}

/** Exceeds any message. Bounds the work. */
const maxTokens = 400
/** Maximum length after NFKD normalization, which can turn a character into eighteen. */
const maxCharacters = 3_000

/** Splits text into lower-case words without accents. Numbers, currency signs, and percent signs are also tokens. */
export function tokenize(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .slice(0, maxCharacters)
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Cf}’']/gu, '')
    .replaceAll(/(?<=\p{N}),(?=\p{N})/gu, '')
  return (plain.match(/[\p{L}]+|\p{N}+|[\p{Sc}%]/gu) ?? []).slice(0, maxTokens)
}

const featureKinds = ['word', 'bigram', 'ngram', 'skipBigram'] as const
type FeatureKind = (typeof featureKinds)[number]

/** 32-bit FNV-1a, with the feature's kind in the two highest bits. */
function hashFeature(kind: FeatureKind, text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return ((hash & 0x3fffffff) | (featureKinds.indexOf(kind) << 30)) >>> 0
}

export function kindOf(featureHash: number): FeatureKind {
  return featureKinds[featureHash >>> 30] ?? 'skipBigram'
}
