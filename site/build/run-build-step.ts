import { ContentError } from '../../platform/content/files/content-error.ts'
import { EnvironmentError } from '../../platform/environment.ts'

/** Runs a build step. Errors in content/ or the environment end the build, with a message but no stack trace. */
export async function runBuildStep<T>(step: () => T): Promise<Awaited<T>> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof ContentError || error instanceof EnvironmentError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
