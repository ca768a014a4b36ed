import type { z } from 'zod'

const kinds: Record<string, string> = {
  string: 'a text; put it in quotes where it looks like something else',
  number: 'a number, as in 116: without a sign, letters or quotes',
  int: 'a whole number, as in 116: without a sign, letters or quotes',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
}

/** What is wrong with a field for which its schema has no words of its own, for somebody who writes texts and no code. */
export const plainWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'is missing' : `must be ${kinds[issue.expected] ?? issue.expected}`
  }
  if (issue.code === 'invalid_value') {
    return issue.input === undefined ? 'is missing' : `must be one of: ${issue.values.map(String).join(', ')}`
  }
  if (issue.code === 'too_small') return `must ${limit(issue.origin, 'at least', Number(issue.minimum), issue)}`
  if (issue.code === 'too_big') return `must ${limit(issue.origin, 'at most', Number(issue.maximum), issue)}`
  return undefined
}

function limit(
  origin: string,
  bound: 'at least' | 'at most',
  count: number,
  { exact = false, inclusive = true }: { exact?: boolean | undefined; inclusive?: boolean | undefined },
): string {
  const some = exact ? 'exactly' : bound
  if (origin === 'string') {
    return count === 1 && bound === 'at least' ? 'not be empty' : `have ${some} ${count} characters`
  }
  if (origin === 'array') return `hold ${some} ${count}`
  if (!inclusive) return `be ${bound === 'at least' ? 'more' : 'less'} than ${count}`
  return `be ${some} ${count}`
}
