import { z } from 'zod'

/** Returns an example of a schema's value as one line of YAML: `{ network: …, url: https://… }`. */
export function exampleFor(schema: z.ZodType): string {
  return exampleOf(jsonSchemaOf(schema))
}

/** The names of an object's fields, or the keys a record allows. */
export function fieldNames(schema: z.ZodType): string[] {
  return namesIn(jsonSchemaOf(schema))
}

function jsonSchemaOf(schema: z.ZodType): unknown {
  return z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', reused: 'inline' })
}

/** Examples by JSON Schema's `format`. */
const formatExamples: Readonly<Record<string, string>> = { date: '2025-12-06', uri: 'https://…' }

/** @param node a JSON Schema. `meta({ example })` overrides the example */
function exampleOf(node: unknown): string {
  const { example, required, items, type, format, enum: values, properties, additionalProperties } = Object(node)
  if (example !== undefined) return String(example)
  if (values !== undefined) return String(values[0])
  if (type === 'array') return `[${exampleOf(items)}, …]`.replace('[…, …]', '[one, another]')
  if (type !== 'object') return formatExamples[format] ?? '…'
  const names: string[] = required?.length > 0 ? required : namesIn(node).slice(0, 2)
  return `{ ${names.map((name) => `${name}: ${exampleOf(properties?.[name] ?? additionalProperties)}`).join(', ')} }`
}

function namesIn(node: unknown): string[] {
  const { properties, propertyNames }: { properties?: object; propertyNames?: { enum?: string[] } } = Object(node)
  return properties ? Object.keys(properties) : (propertyNames?.enum ?? [])
}
