/** Thrown for invalid content, which stops the build. Each problem names the file, the field, and the fix. */
export class ContentError extends Error {
  override name = 'ContentError'
  readonly problems: readonly string[]

  constructor(...problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Reads nonessential content. If it's invalid, calls `onProblem` and returns undefined. */
export function tryRead<T>(read: () => T, onProblem?: (problem: string) => void): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    onProblem?.(error.message)
    return undefined
  }
}

/** Prefixes a ContentError's message with the location: `content/articles/a.md:12: …`. */
export function withLocation<T>(location: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    throw new ContentError(`${location}: ${error.message}`)
  }
}

/** Calls each function. @throws ContentError with the problems of all of them, without duplicates */
export function readAll<T extends Record<string, () => unknown>>(parts: T): { [K in keyof T]: ReturnType<T[K]> } {
  const problems = new Set<string>()
  const results = Object.entries(parts).map(([name, part]) => {
    try {
      return [name, part()]
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      for (const problem of error.problems) problems.add(problem)
      return [name, undefined]
    }
  })
  if (problems.size > 0) throw new ContentError(...problems)
  return Object.fromEntries(results)
}

/** Reads each entry of a list. @throws ContentError with the problems of all entries */
export function readEach<T, U>(list: readonly T[], read: (entry: T) => U): U[] {
  return Object.values(readAll(Object.fromEntries(list.map((entry, i) => [i, () => read(entry)]))))
}
