import { loadEnvironment } from '../../platform/environment.ts'
import { stopForMistake } from './stop-for-mistake.ts'

// Runs before the build, which takes ten seconds, to report a wrong variable at once.
await stopForMistake(loadEnvironment)
