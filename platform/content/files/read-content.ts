import { type Document, isMap, LineCounter, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import { isObject } from '../../is-object.ts'
import { ContentError } from './content-error.ts'
import { readText } from './content-files.ts'
import { fieldErrors, plainMessages } from './field-errors.ts'
import { exampleFor } from './schema-example.ts'
import { yamlError } from './yaml-errors.ts'

/** Reads a YAML file. @throws ContentError */
export function readContent<T>(file: string, schema: z.ZodType<T>): T {
  return readYaml(file, readText(file), schema)
}

/** Reads a Markdown file and its front matter: YAML between two lines of `---`. @throws ContentError */
export function readMarkdown<T>(file: string, schema: z.ZodType<T>): { fields: T; body: string; bodyLine: number } {
  const source = readText(file)
  const [frontMatter, yaml] = /^---[ \t]*\r?\n(.*?)(?<=\n)---[ \t]*(?:\r?\n|$)/s.exec(source) ?? []
  if (frontMatter === undefined || yaml === undefined) {
    const rule = 'must begin with its fields, each on its own line, between two lines of ---'
    throw new ContentError(`content/${file}: ${rule}, like ${exampleFor(schema)}`)
  }
  // The empty line replaces the first `---`, so errors have the file's line numbers.
  const fields = readYaml(file, `\n${yaml}`, schema)
  return { fields, body: source.slice(frontMatter.length), bodyLine: frontMatter.split('\n').length }
}

function readYaml<T>(file: string, yaml: string, schema: z.ZodType<T>): T {
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines })
  const syntaxError = yamlError(document, yaml)
  if (syntaxError !== undefined) throw new ContentError(`content/${file}: ${syntaxError}`)
  const values = valuesOf(file, document)
  const result = schema.safeParse(values, { error: plainMessages })
  if (result.success) return result.data
  if (values === null) throw new ContentError(`content/${file}: is empty`)
  const errors = fieldErrors(result.error.issues, values, (path) => lineOf(path, document, lines))
  throw new ContentError(`content/${file}:\n${errors.join('\n')}`)
}

/** Converts YAML to values. Rejects aliases without an anchor (`note: *important*`) or with exponential expansion. */
function valuesOf(file: string, document: Document.Parsed): unknown {
  try {
    return document.toJS()
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    const [, alias] = /^Unresolved alias .*: (.+)$/.exec(error.message) ?? []
    const problem =
      alias === undefined
        ? 'aliases (& and *) expand to too much text. Write it out'
        : `*${alias} refers to an anchor that doesn’t exist. Put text that starts with * in quotes`
    throw new ContentError(`content/${file}: ${problem}`)
  }
}

/** The line number of a field's name or of a list's entry. */
function lineOf(path: readonly PropertyKey[], document: Document.Parsed, lines: LineCounter): number | undefined {
  const parent = document.getIn(path.slice(0, -1), true)
  const pair = isMap(parent) ? parent.items.find(({ key }) => String(key) === String(path.at(-1))) : undefined
  const node: unknown = pair?.key ?? document.getIn(path, true)
  if (!isObject(node) || !Array.isArray(node['range'])) return undefined
  const [start] = node['range']
  return lines.linePos(Number(start)).line
}

/** Locates the first matching value in a YAML file: `content/studio.yaml, line 5`. */
export function locateValue(file: string, isMatch: (value: string) => boolean): string | undefined {
  const lines = new LineCounter()
  let offset: number | undefined
  visit(parseDocument(readText(file), { lineCounter: lines }), {
    Scalar: (key, { value, range }) => {
      if (key !== 'key' && typeof value === 'string' && value !== '' && isMatch(value)) offset ??= range?.[0]
    },
  })
  return offset === undefined ? undefined : `content/${file}, line ${lines.linePos(offset).line}`
}
