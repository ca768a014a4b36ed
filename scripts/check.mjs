// `npm test`: every check, the quick ones first; the first that fails ends it and says what to do.
import { run, say, stop } from './steps.mjs'

const steps = [
  ['Format and lint', 'biome', ['ci', '--error-on-warnings'], 'npx biome check --write mends most of it.'],
  ['Types', 'astro', ['check', '--minimumFailingSeverity', 'hint'], 'Correct the lines above.'],
  ['Dead code', 'knip', [], 'Remove what nothing uses, or use it.'],
  ['Build', 'node', ['scripts/build-if-changed.mjs'], 'The lines above name the file and the reason.'],
  ['Unit, storage and server tests', 'vitest', ['run'], 'npx vitest shows one file at a time while you mend it.'],
  [
    'Browser, accessibility and budgets',
    'playwright',
    ['test'],
    'npx playwright test -g "the sentence" runs one alone.',
  ],
]

for (const [name, command, args, advice] of steps) {
  const startedAt = Date.now()
  say(`\n— ${name}`)
  if (!run(command, args)) stop(`${name} failed.`, advice)
  say(`✓ ${name}, ${Math.round((Date.now() - startedAt) / 1000)} s`)
}
