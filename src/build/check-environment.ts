import { loadEnvironment } from '../server/environment.ts'
import { stopForMistake } from './stop-for-mistake.ts'

// A program: a wrong variable is told before ten seconds of building.
await stopForMistake(loadEnvironment)
