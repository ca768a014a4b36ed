import { runInNewContext } from 'node:vm'
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { analyse } from 'scslre'

type Pattern = Pick<RegExp, 'source' | 'flags'>

/** What a pattern's work grows like where its text grows: more than in step, or twofold with every character. */
export type Growth = 'exponential' | 'polynomial'

/** So often a piece is repeated; two ways to read each make more steps than any machine takes in the time. */
const repeats = 32
const mostMs = 1_000
/** So many texts of a group are tried. */
const mostTexts = 64

/**
 * Finds patterns whose work can grow faster than the text that they read, from one place of it: by the exchange of
 * characters between repetitions (the analysis of scslre), and by alternatives that read the same (tried out).
 * @returns undefined for a pattern whose work grows with the text
 */
export function growthOf({ source, flags }: Pattern): Growth | undefined {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: false } })
  if (reports.some(({ exponential }) => exponential) || hasDoubleReading({ source, flags })) return 'exponential'
  return reports.length > 0 ? 'polynomial' : undefined
}

/** Whether the search for where a pattern begins can take the square of the text. */
export function searchesTwice({ source, flags }: Pattern): boolean {
  return analyse({ source, flags }, { reportTypes: { Self: false, Trade: false } }).reports.length > 0
}

function hasDoubleReading({ source, flags }: Pattern): boolean {
  const isV = flags.includes('v')
  const mode = { unicode: flags.includes('u'), unicodeSets: isV }
  const repeated: AST.Quantifier[] = []
  visitRegExpAST(new RegExpParser().parsePattern(source, 0, source.length, mode), {
    onQuantifierEnter: (node) => {
      if (node.max >= repeats && /\|/.test(node.element.raw)) repeated.push(node)
    },
  })
  return repeated.some(({ raw, element }) => {
    const alone = new RegExp(`^(?:${raw})\u0001`, flags.replace(/[gy]/g, ''))
    return !endsInTime(
      alone,
      textsOf(element).map((text) => text.repeat(repeats)),
    )
  })
}

function endsInTime(pattern: RegExp, texts: readonly string[]): boolean {
  try {
    runInNewContext('for (const text of texts) pattern.test(text)', { pattern, texts }, { timeout: mostMs })
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
      return part.alternatives.flatMap(textsOf).slice(0, mostTexts)
    case 'Quantifier': {
      const one = textsOf(part.element)
      return part.min === 0 ? ['', ...one].slice(0, mostTexts) : one
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

function joined(befores: readonly string[], afters: readonly string[]): string[] {
  return befores.flatMap((before) => afters.map((after) => before + after)).slice(0, mostTexts)
}
