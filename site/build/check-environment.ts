import { loadEnvironment } from '../../platform/environment.ts'
import { stopForMistake } from './stop-for-mistake.ts'

// A program: it reports a wrong variable before ten seconds of building.
await stopForMistake(loadEnvironment)
