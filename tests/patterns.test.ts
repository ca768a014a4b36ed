import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test, vi } from 'vitest'
import { growthOf, searchesTwice } from './support/pattern-work.ts'

type Found = { at: string; source: string; flags: string }

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'cli'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file))

/** What reads the owner's own texts and files, or the answers of programs that the owner has chosen. */
const owners =
  /^(?:cli|src\/(?:build|content))\/|^src\/server\/(?:environment|mail\/)|^src\/features\/(?:privacy|newsletter\/(?:letter|issue|import))\//

function nodesOf(file: string): { literals: Found[]; made: string[] } {
  const literals: Found[] = []
  const made: string[] = []
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node) => {
    const at = () => `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      literals.push({ at: at(), source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') made.push(at())
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return { literals, made }
}

/** Every pattern that is put together while the code that takes notes of a talk is loaded and first used. */
async function madeWhileOpening(): Promise<Found[]> {
  const all: Found[] = []
  const plain = RegExp
  globalThis.RegExp = new Proxy(plain, {
    construct(target, args) {
      const pattern: RegExp = Reflect.construct(target, args)
      const at = /\/((?:src|cli)\/[^\s:?]+)[^\s]*?:(\d+):\d+/.exec(new Error().stack ?? '')
      if (at !== null) all.push({ at: `${at[1]}`, source: pattern.source, flags: pattern.flags })
      return pattern
    },
  })
  try {
    // Anew: another test may have had them made.
    vi.resetModules()
    const { extractBooking } = await import('../src/features/agent/notes/extract-booking.ts')
    extractBooking(['I am Ada, and need an app for 5000 USD in 3 weeks.'])
  } finally {
    globalThis.RegExp = plain
  }
  return all
}

function isLinear(pattern: Found): boolean {
  return growthOf(pattern) === undefined && !searchesTwice(pattern)
}

const literals = files.flatMap((file) => nodesOf(file).literals)

test('no pattern of the code doubles its work with each word', () => {
  expect(literals.length).toBeGreaterThan(400)
  const wrong = literals.filter((pattern) => !owners.test(pattern.at) && growthOf(pattern) === 'exponential')
  expect(wrong.map(({ at, source }) => `${at} ${source}`)).toEqual([])
})

test('patterns that meet visitors’ bytes on the main thread work no longer than their text is', () => {
  const wrong = literals.filter((pattern) => !owners.test(pattern.at) && !isLinear(pattern))
  expect(wrong.map(({ at, source }) => `${at} ${source}`)).toEqual([])
})

test('patterns that are put together from pieces work no longer either', async () => {
  const all = await madeWhileOpening()
  const unique = [...new Map(all.map((pattern) => [`${pattern.source}/${pattern.flags}`, pattern])).values()]
  expect(unique.length).toBeGreaterThan(30)
  const wrong = unique.filter((pattern) => !isLinear(pattern))
  expect(wrong.map(({ at, source }) => `${at} ${source}`)).toEqual([])
})

describe('the measure of a pattern’s work', () => {
  test('a pattern whose work doubles with each word is found, by exchange and by alternatives that read the same', () => {
    expect(growthOf(/^(?:\W*(?:hi|hello|so)\W+)*(?:do|can) you/iu)).toBe('exponential')
    expect(growthOf(/^\s*(?:(?:works|fine|works|too)\b\s*)*$/)).toBe('exponential')
    expect(growthOf(/(?:a|a)+!/)).toBe('exponential')
  })

  test('a pattern whose work grows with the square of the text is found', () => {
    expect(growthOf(/^\s*x?\s*$/)).toBe('polynomial')
    expect(searchesTwice(/\/+$/)).toBe(true)
  })

  test('a pattern whose work grows with the text passes', () => {
    expect(growthOf(/^\W*(?:(?:hi|hello|so)\W+)*(?:do|can) you/iu)).toBeUndefined()
    expect(growthOf(/(?<![\p{L}\p{N}])(?:price|cost)s?(?![\p{L}\p{N}])/u)).toBeUndefined()
    expect(searchesTwice(/^\/+/)).toBe(false)
  })
})
