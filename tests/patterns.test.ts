import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { analyse } from 'scslre'
import ts from 'typescript'
import { expect, test, vi } from 'vitest'

type Pattern = Pick<RegExp, 'source' | 'flags'>
type Found = Pattern & { at: string }

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'site', 'server', 'platform', 'cli'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file))

/** These read the owner's own texts and files, or answers of programs that the owner chose. */
const owners =
  /^(?:cli|site\/build|platform\/(?:content|environment|email|backup)|server\/(?:people|newsletter\/(?:letter|issue|import)))\b/

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

/** Every pattern that is built while the code that reads a visitor's details is loaded and first used. */
async function madeWhileOpening(): Promise<Found[]> {
  const all: Found[] = []
  const plain = RegExp
  globalThis.RegExp = new Proxy(plain, {
    construct(target, args) {
      const pattern: RegExp = Reflect.construct(target, args)
      const at = /\/((?:site|server|platform|cli)\/[^\s:?]+)[^\s]*?:(\d+):\d+/.exec(new Error().stack ?? '')
      if (at !== null) all.push({ at: `${at[1]}`, source: pattern.source, flags: pattern.flags })
      return pattern
    },
  })
  try {
    vi.resetModules()
    const { extractDetails } = await import('../server/chat/details/extract.ts')
    extractDetails([{ visitor: 'I am Ada, and need an app for 5000 USD in 3 weeks.' }])
  } finally {
    globalThis.RegExp = plain
  }
  return all
}

const isLinear = (pattern: Found) => growthOf(pattern) === undefined && !searchesTwice(pattern)

const literals = files.flatMap((file) => nodesOf(file).literals)

test('patterns for visitors’ text on the main thread take linear time', () => {
  expect(literals.length).toBeGreaterThan(400)
  const wrong = literals.filter((pattern) => !owners.test(pattern.at) && !isLinear(pattern))
  expect(wrong.map(({ at, source }) => `${at} ${source}`)).toEqual([])
})

test('patterns that are assembled from pieces take linear time too', async () => {
  const all = await madeWhileOpening()
  const unique = [...new Map(all.map((pattern) => [`${pattern.source}/${pattern.flags}`, pattern])).values()]
  expect(unique.length).toBeGreaterThan(3)
  const wrong = unique.filter((pattern) => !isLinear(pattern))
  expect(wrong.map(({ at, source }) => `${at} ${source}`)).toEqual([])
})

test('the check finds patterns that take more than linear time, and nothing else', () => {
  const doubling = [
    /^(?:\W*(?:hi|hello|so)\W+)*(?:do|can) you/iu,
    /^\s*(?:(?:works|fine|works|too)\b\s*)*$/,
    /(?:a|a)+!/,
  ]
  expect(doubling.map(growthOf)).toEqual(['exponential', 'exponential', 'exponential'])
  expect([growthOf(/^\s*x?\s*$/), searchesTwice(/\/+$/)]).toEqual(['polynomial', true])
  const linear = [/^\W*(?:(?:hi|hello|so)\W+)*(?:do|can) you/iu, /(?<![\p{L}\p{N}])(?:price|cost)s?(?![\p{L}\p{N}])/u]
  expect([...linear.map(growthOf), searchesTwice(/^\/+/)]).toEqual([undefined, undefined, false])
})

type Growth = 'exponential' | 'polynomial'

/** So often a piece is repeated; two ways to read each make more steps than any machine takes in the time. */
const repeats = 32
const maxMs = 1_000
/** So many texts of a group are tried. */
const maxTexts = 64

/**
 * Finds patterns whose work can grow faster than the text that they read, from one place of it: by the exchange of
 * characters between repetitions (the analysis of scslre), and by alternatives that read the same (tried out).
 * @returns undefined for a pattern whose work grows with the text
 */
function growthOf({ source, flags }: Pattern): Growth | undefined {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: false } })
  if (reports.some(({ exponential }) => exponential) || hasDoubleReading({ source, flags })) return 'exponential'
  return reports.length > 0 ? 'polynomial' : undefined
}

/** Whether the search for where a pattern begins can take the square of the text. */
function searchesTwice({ source, flags }: Pattern): boolean {
  return analyse({ source, flags }, { reportTypes: { Self: false, Trade: false } }).reports.length > 0
}

function hasDoubleReading({ source, flags }: Pattern): boolean {
  const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  const repeated: AST.Quantifier[] = []
  visitRegExpAST(new RegExpParser().parsePattern(source, 0, source.length, mode), {
    onQuantifierEnter: (node) => {
      if (node.max >= repeats && /\|/.test(node.element.raw)) repeated.push(node)
    },
  })
  return repeated.some(({ raw, element }) => {
    const alone = new RegExp(`^(?:${raw})\u0001`, flags.replace(/[gy]/g, ''))
    const texts = textsOf(element).map((text) => text.repeat(repeats))
    return !endsInTime(alone, texts)
  })
}

function endsInTime(pattern: RegExp, texts: readonly string[]): boolean {
  try {
    runInNewContext('for (const text of texts) pattern.test(text)', { pattern, texts }, { timeout: maxMs })
    return true
  } catch (error) {
    // It comes from the other context, and is no Error of this one.
    if (Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}

type Part = AST.Alternative | AST.Element | AST.QuantifiableElement

/** Some of the texts that a part of a pattern reads, each way of every choice among them. */
function textsOf(part: Part): string[] {
  switch (part.type) {
    case 'Alternative':
      return part.elements.reduce((all, next) => joined(all, textsOf(next)), [''])
    case 'Group':
    case 'CapturingGroup':
      return part.alternatives.flatMap(textsOf).slice(0, maxTexts)
    case 'Quantifier': {
      const one = textsOf(part.element)
      return part.min === 0 ? ['', ...one].slice(0, maxTexts) : one
    }
    case 'Character':
      return [String.fromCodePoint(part.value)]
    case 'CharacterClass':
    case 'CharacterSet':
    case 'ExpressionCharacterClass': {
      const own = new RegExp(`^${part.raw}$`, part.type === 'ExpressionCharacterClass' ? 'v' : 'u')
      return [...'a 1.,A-$!@\n'].filter((character) => own.test(character)).slice(0, 2)
    }
    default:
      return ['']
  }
}

const joined = (befores: readonly string[], afters: readonly string[]) =>
  befores.flatMap((before) => afters.map((after) => before + after)).slice(0, maxTexts)
