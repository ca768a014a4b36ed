import { loadEnvironment } from '../../platform/environment.ts'
import { stopForMistake } from './stop-for-mistake.ts'

// A program: a wrong variable is told before ten seconds of building.
await stopForMistake(loadEnvironment)
