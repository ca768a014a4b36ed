// Builds the site when something that it is made of has changed since the last build that succeeded.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readNote, root, run, say, stop, writeNote } from './steps.mjs'

const sources = ['content', 'src', 'public', 'astro.config.ts', 'package-lock.json', 'tsconfig.json']

if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
const state = fingerprint()
if (readNote('build') !== state || !existsSync(join(root, 'dist', 'static.json'))) {
  say('Building the site …')
  writeNote('build', '')
  if (!run('node', ['node_modules/astro/bin/astro.mjs', 'build'])) {
    stop('The site could not be built.', 'The lines above name the file and the reason. Correct it and run this again.')
  }
  writeNote('build', state)
}

/** Changes with every byte of the sources and with the variables that the build reads. */
function fingerprint() {
  const hash = createHash('sha256').update(process.env.SITE_URL ?? '')
  for (const file of sources.flatMap(filesIn)) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesIn(path) {
  if (!existsSync(join(root, path))) return []
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}
