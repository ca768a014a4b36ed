import { loadEnvironment } from '../../platform/environment.ts'
import { runBuildStep } from './run-build-step.ts'

// Runs before the build, which takes ten seconds, to report an invalid variable at once.
await runBuildStep(loadEnvironment)
