#!/usr/bin/env node
// The owner's commands: `npm run studio -- leads`, `/srv/kitewright/scripts/studio leads` on a server, or `studio leads` if a
// link on the PATH leads here. Hints print commands in the same form.
import { basename, delimiter, dirname } from 'node:path'
import { runInFront, unitSettings } from './steps.mjs'

const typed = process.argv[1]
const isOnPath = process.env.PATH?.split(delimiter).includes(dirname(typed))
const isByNpm = process.env.npm_lifecycle_event === 'studio' || process.platform === 'win32'
await runInFront([...unitSettings(), 'cli/studio.ts', ...process.argv.slice(2)], {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? 'node_modules/.cache/kitewright/compiled',
  STUDIO_CALLER: process.env.INIT_CWD ?? process.cwd(),
  ...(!isByNpm && { STUDIO_COMMAND: isOnPath ? basename(typed) : typed }),
})
