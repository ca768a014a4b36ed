import { type Document, visit, type YAMLError } from 'yaml'

const quoteColons =
  'put values with a colon and a space in double quotes, and each field on its own line, indented like its neighbors'
const quoteFirstCharacter = 'a value can’t begin with this character. Put it in double quotes'

/** Fixes for the parser's errors, by code. */
const fixes: Partial<Record<YAMLError['code'], string>> = {
  BAD_ALIAS: quoteFirstCharacter,
  BAD_DQ_ESCAPE: 'in double quotes, a backslash is written \\\\',
  BAD_INDENT: 'indent the fields of a group equally, and close each [ and {',
  BAD_SCALAR_START: quoteFirstCharacter,
  BLOCK_AS_IMPLICIT_KEY: quoteColons,
  BLOCK_IN_FLOW: quoteColons,
  MISSING_CHAR:
    'a field is a name, a colon, and a space, as in `name: Ada`. A value that begins with a quote ends with one',
  MULTILINE_IMPLICIT_KEY: 'a field is a name, a colon, and a space, as in `name: Ada`',
  MULTIPLE_DOCS: 'remove the line with --- or ... that splits the file in two',
  TAB_AS_INDENT: 'indent with spaces, not tabs',
  TAG_RESOLVE_FAILED: quoteFirstCharacter,
  UNEXPECTED_TOKEN: 'the value ends before this. Put all of it in double quotes, and write \\" for a quote in it',
}

/** Describes the first error in a file's YAML, and quotes its line. @returns undefined for valid YAML */
export function yamlError({ errors, warnings, contents }: Document.Parsed, yaml: string): string | undefined {
  const [error] = [...errors, ...warnings]
  if (error === undefined) return suspiciousText(contents, yaml)
  const { code, message, pos, linePos } = error
  const [summary = '', ...quotedLine] = message.trimEnd().split('\n\n')
  const key = /^[^:\n]*/.exec(yaml.slice(pos[0]))?.[0]
  const reason = code === 'DUPLICATE_KEY' ? `${key} is there twice. Remove one of them` : fixes[code]
  return [`line ${linePos?.[0].line}: ${reason ?? summary}`, ...quotedLine].join('\n\n')
}

/** Finds the first value that is valid YAML but probably not what its author meant. */
function suspiciousText(contents: Document.Parsed['contents'], yaml: string): string | undefined {
  let problem: string | undefined
  visit(contents, {
    Scalar: (_, { type, value, range }) => {
      if (type !== 'PLAIN' || typeof value !== 'string' || !range) return undefined
      const [start, end, nodeEnd] = range
      const reason = textProblem(value, yaml.slice(end, nodeEnd))
      if (reason === undefined) return undefined
      problem = `line ${yaml.slice(0, start).split('\n').length}: ${reason}`
      return visit.BREAK
    },
  })
  return problem
}

/**
 * Finds a word processor's curly quotes, and a `#` that cuts a value off, as in `title: Offer #1`. After a single
 * word (`drawing: lighthouse # optional`), `#` probably starts a comment.
 * @param rest the text between the value's end and the next node
 */
function textProblem(text: string, rest: string): string | undefined {
  if (/^[“„‘]/.test(text) && /[“”’]$/.test(text))
    return 'visitors would see these curly quotes. Use " instead, or "“ ”" to show them'
  const [comment] = /^[ \t]+#.*/.exec(rest) ?? []
  const isCut = comment !== undefined && (/\s/.test(text) || /#(?! |\t)|# *\d/.test(comment))
  return isCut ? 'the text ends at “ #”. Put it in quotes, or move the comment to its own line' : undefined
}
