import { ContentError } from '../../platform/content/read-content.ts'
import { EnvironmentError } from '../../platform/environment.ts'

/** Runs a step of the build. A mistake in content/ or the environment ends the build with just its message. */
export async function runBuildStep<T>(step: () => T): Promise<Awaited<T>> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof ContentError || error instanceof EnvironmentError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
