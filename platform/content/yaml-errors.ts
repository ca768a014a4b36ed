import { type Document, visit, type YAMLError } from 'yaml'

const needsQuotes =
  'put values with a colon and a space in double quotes, and each field on its own line, indented like its neighbors'
const startsText = 'a value can’t begin with this character. Put it in double quotes'

/** What to write instead, by the parser's error code. */
const reasons: Partial<Record<YAMLError['code'], string>> = {
  BAD_ALIAS: startsText,
  BAD_DQ_ESCAPE: 'in double quotes, a backslash is written \\\\',
  BAD_INDENT: 'indent the group’s fields alike, and close each [ and {',
  BAD_SCALAR_START: startsText,
  BLOCK_AS_IMPLICIT_KEY: needsQuotes,
  BLOCK_IN_FLOW: needsQuotes,
  MISSING_CHAR:
    'a field is a name, a colon, and a space, as in `name: Ada`. A value that begins with a quote ends with one',
  MULTILINE_IMPLICIT_KEY: 'a field is a name, a colon, and a space, as in `name: Ada`',
  MULTIPLE_DOCS: 'remove the line with --- or ... that splits the file in two',
  TAB_AS_INDENT: 'indent with spaces, not tabs',
  TAG_RESOLVE_FAILED: startsText,
  UNEXPECTED_TOKEN: 'the value ends before this. Put all of it in double quotes, and write \\" for a quote in it',
}

/** Describes the first error in a file's YAML and quotes its line; undefined if there is none. */
export function yamlError({ errors, warnings, contents }: Document.Parsed, yaml: string): string | undefined {
  const [error] = [...errors, ...warnings]
  if (error === undefined) return firstTextProblem(contents, yaml)
  const { code, message, pos, linePos } = error
  const [summary = '', ...quotedLine] = message.trimEnd().split('\n\n')
  const key = /^[^:\n]*/.exec(yaml.slice(pos[0]))?.[0]
  const reason = code === 'DUPLICATE_KEY' ? `${key} is there twice. Keep one of them` : reasons[code]
  return [`line ${linePos?.[0].line}: ${reason ?? summary}`, ...quotedLine].join('\n\n')
}

function firstTextProblem(contents: Document.Parsed['contents'], yaml: string): string | undefined {
  let problem: string | undefined
  visit(contents, {
    Scalar: (_, { type, value, range }) => {
      if (type !== 'PLAIN' || typeof value !== 'string' || !range) return undefined
      const reason = textProblem(value, yaml.slice(range[1], range[2]))
      problem = reason && `line ${yaml.slice(0, range[0]).split('\n').length}: ${reason}`
      return reason === undefined ? undefined : visit.BREAK
    },
  })
  return problem
}

/**
 * Finds a word processor's quotes, and a `#` after a space that cuts a value off, as in `title: Offer #1`. After a single
 * word (`drawing: lighthouse # optional`), a number, or quotes, `#` is assumed to start a comment.
 */
function textProblem(text: string, rest: string): string | undefined {
  if (/^[“„‘]/.test(text) && /[“”’]$/.test(text))
    return 'these curly quotes would be shown. Use " instead, or "“ ”" to show them'
  const [comment] = /^[ \t]+#.*/.exec(rest) ?? []
  const isCut = comment !== undefined && (/\s/.test(text) || /#(?! |\t)|# *\d/.test(comment))
  return isCut ? 'the text ends at “ #”: put it in quotes, or move the comment to a line of its own' : undefined
}
