/** Invalid content, which stops the build. Each problem names the file and the field, and how to fix it. */
export class ContentError extends Error {
  override name = 'ContentError'
  readonly problems: readonly string[]

  constructor(...problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Reads content that isn't essential. @returns undefined for invalid content, after calling `onProblem` */
export function tryRead<T>(read: () => T, onProblem?: (problem: string) => void): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    onProblem?.(error.message)
    return undefined
  }
}

/** Puts the location in front of a ContentError's message: `content/articles/a.md:12: …`. */
export function withLocation<T>(location: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    throw new ContentError(`${location}: ${error.message}`)
  }
}

/** Calls each function and reports the problems of all of them, without duplicates, in one error. @throws ContentError */
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

/** Reads each entry of a list and reports all problems in one error. @throws ContentError */
export function readEach<T, U>(list: readonly T[], read: (entry: T) => U): U[] {
  return Object.values(readAll(Object.fromEntries(list.map((entry, i) => [i, () => read(entry)]))))
}
