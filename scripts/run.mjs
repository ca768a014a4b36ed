// `node scripts/run.mjs [--settings] PROGRAM …` runs a project file or a package's command with the pinned Node.js.
// --settings adds the settings of this folder's systemd unit.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { programOf, root, runInFront, unitSettings } from './steps.mjs'

const words = process.argv.slice(2)
const settings = words[0] === '--settings' ? unitSettings() : []
const [program = '', ...args] = words[0] === '--settings' ? words.slice(1) : words
await runInFront([...settings, existsSync(join(root, program)) ? program : programOf(program), ...args])
