import { type Document, visit, type YAMLError } from 'yaml'

const needsQuotes =
  'put values with a colon and a space in double quotes, and each field on its own line, indented like its neighbors'
const firstCharacter = 'a value can’t begin with this character. Put it in double quotes'

/** How to fix each of the parser's errors, by code. */
const fixes: Partial<Record<YAMLError['code'], string>> = {
  BAD_ALIAS: firstCharacter,
  BAD_DQ_ESCAPE: 'in double quotes, a backslash is written \\\\',
  BAD_INDENT: 'indent the fields of a group equally, and close each [ and {',
  BAD_SCALAR_START: firstCharacter,
  BLOCK_AS_IMPLICIT_KEY: needsQuotes,
  BLOCK_IN_FLOW: needsQuotes,
  MISSING_CHAR:
    'a field is a name, a colon, and a space, as in `name: Ada`. A value that begins with a quote ends with one',
  MULTILINE_IMPLICIT_KEY: 'a field is a name, a colon, and a space, as in `name: Ada`',
  MULTIPLE_DOCS: 'remove the line with --- or ... that splits the file in two',
  TAB_AS_INDENT: 'indent with spaces, not tabs',
  TAG_RESOLVE_FAILED: firstCharacter,
  UNEXPECTED_TOKEN: 'the value ends before this. Put all of it in double quotes, and write \\" for a quote in it',
}

/** Describes the first error in a file's YAML and quotes its line. Returns undefined for valid YAML. */
export function yamlError({ errors, warnings, contents }: Document.Parsed, yaml: string): string | undefined {
  const [error] = [...errors, ...warnings]
  if (error === undefined) return firstTextProblem(contents, yaml)
  const { code, message, pos, linePos } = error
  const [summary = '', ...quotedLine] = message.trimEnd().split('\n\n')
  const key = /^[^:\n]*/.exec(yaml.slice(pos[0]))?.[0]
  const reason = code === 'DUPLICATE_KEY' ? `${key} is there twice. Remove one of them` : fixes[code]
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
 * Finds a word processor's quotes, and a `#` after a space that cuts a value off, as in `title: Offer #1`. After one word
 * (`drawing: lighthouse # optional`), a number, or quotes, `#` probably starts a comment.
 */
function textProblem(text: string, rest: string): string | undefined {
  if (/^[“„‘]/.test(text) && /[“”’]$/.test(text))
    return 'visitors would see these curly quotes. Use " instead, or "“ ”" to show them'
  const [comment] = /^[ \t]+#.*/.exec(rest) ?? []
  const isCut = comment !== undefined && (/\s/.test(text) || /#(?! |\t)|# *\d/.test(comment))
  return isCut ? 'the text ends at “ #”. Put it in quotes, or move the comment to its own line' : undefined
}
