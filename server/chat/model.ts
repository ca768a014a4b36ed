/** Lengths of word pieces that are features, too: a misspelled word, or another form of it, shares most of them. */
const minPiece = 3
const maxPiece = 5
const maxWords = 400

/** Kinds of features, so that a word and a piece of a word get different hashes. */
const kinds = ['word', 'pair', 'piece', 'apart'] as const
type Kind = (typeof kinds)[number]

/** Lowercase words without accents. Numbers, currency signs, and percent signs are words, too. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Cf}’']/gu, '')
    .replaceAll(/(?<=\p{N}),(?=\p{N})/gu, '')
  return (plain.match(/[\p{L}]+|\p{N}+|[\p{Sc}%]/gu) ?? []).slice(0, maxWords)
}

/** How often a text has each feature: words, pairs, pairs with a word between, and word pieces, as hashes. Linear. */
export function featuresOf(text: string): Map<number, number> {
  const said = wordsOf(text)
  const words = said.map((word) => (/^\p{N}/u.test(word) ? '0'.repeat(word.length) : word))
  const counts = new Map<number, number>()
  const add = (kind: Kind, text: string) => {
    const hash = hashOf(kinds.indexOf(kind), text)
    counts.set(hash, (counts.get(hash) ?? 0) + 1)
  }
  const framed = ['^', ...words, '$']
  for (const [i, word] of framed.entries()) {
    const next = framed[i + 1]
    if (next === undefined) break
    add('pair', `${word} ${next}`)
    if (i === 0) continue
    add('word', word)
    if (word.startsWith('0')) add('word', said[i - 1] ?? '')
    const afterNext = framed[i + 2]
    if (afterNext !== undefined && afterNext !== '$') add('apart', `${word} ${afterNext}`)
    const marked = `<${word}>`
    for (let length = minPiece; length <= maxPiece; length++) {
      for (let at = 0; at + length <= marked.length; at++) add('piece', marked.slice(at, at + length))
    }
  }
  return counts
}

export function kindOf(hash: number): Kind {
  return kinds[hash >>> 30] ?? 'apart'
}

/** 32-bit FNV-1a, with the kind in the two highest bits. */
function hashOf(kind: number, text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return ((hash & 0x3fffffff) | (kind << 30)) >>> 0
}

export type Model = {
  ids: string[]
  features: Uint32Array
  /** Each feature's weight in a vector. */
  scales: Float32Array
  starts: Uint32Array
  /** For each entry of a feature, the answer it speaks for and its weight in `unit`s. */
  answers: Uint16Array
  weights: Int8Array
  unit: number
  bias: Float32Array
}

/** Sparse: the positions of a text's features in the model, and their shares of the vector. */
export type Vector = { at: number[]; share: number[] }

export type Guess = { id: string; chance: number }

export function vectorOf(text: string, { features, scales }: Pick<Model, 'features' | 'scales'>): Vector {
  const vector: Vector = { at: [], share: [] }
  let square = 0
  for (const [hash, count] of featuresOf(text)) {
    const at = positionOf(hash, features)
    if (at < 0) continue
    const share = (1 + Math.log(count)) * (scales[at] ?? 0)
    vector.at.push(at)
    vector.share.push(share)
    square += share * share
  }
  const length = Math.sqrt(square) || 1
  vector.share = vector.share.map((share) => share / length)
  return vector
}

export function similarityTo(one: Vector): (other: Vector) => number {
  const shares = new Map(one.at.map((at, i) => [at, one.share[i] ?? 0]))
  return (other) => other.at.reduce((sum, at, i) => sum + (shares.get(at) ?? 0) * (other.share[i] ?? 0), 0)
}

const previousShare = 0.8

export function withPrevious(own: Vector, before: Vector): Vector {
  return { at: [...own.at, ...before.at], share: [...own.share, ...before.share.map((share) => share * previousShare)] }
}

/** The probability that a text asks for each answer, highest first. They add up to 1. */
export function guess({ at, share }: Vector, model: Model): Guess[] {
  const { ids, starts, answers, weights, unit } = model
  const scores = Float64Array.from(model.bias)
  for (const [i, feature] of at.entries()) {
    const factor = (share[i] ?? 0) * unit
    const end = starts[feature + 1] ?? 0
    for (let entry = starts[feature] ?? 0; entry < end; entry++) {
      const answer = answers[entry] ?? 0
      scores[answer] = (scores[answer] ?? 0) + factor * (weights[entry] ?? 0)
    }
  }
  const highest = scores.reduce((max, score) => Math.max(max, score), Number.NEGATIVE_INFINITY)
  const chances = scores.map((score) => Math.exp(score - highest))
  const sum = chances.reduce((all, chance) => all + chance, 0)
  return ids.map((id, i) => ({ id, chance: (chances[i] ?? 0) / sum })).sort((one, other) => other.chance - one.chance)
}

function positionOf(hash: number, features: Uint32Array): number {
  let low = 0
  let high = features.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = features[middle] ?? 0
    if (found === hash) return middle
    if (found < hash) low = middle + 1
    else high = middle - 1
  }
  return -1
}
