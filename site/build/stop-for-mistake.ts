import { ContentError } from '../../platform/content/read-content.ts'
import { EnvironmentError } from '../../platform/environment.ts'

/** Does a part of the build; a text or a variable that is wrong ends it with what would be right, and nothing else. */
export async function stopForMistake<T>(part: () => T): Promise<Awaited<T>> {
  try {
    return await part()
  } catch (error) {
    if (!(error instanceof ContentError || error instanceof EnvironmentError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
