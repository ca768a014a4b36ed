// `npm test`: every check, the quick ones first; what fails ends it and says what to do. With TEST_LONG=1 (`npm run
// test:long`) the long series alone, *.long.test.ts and *.long.spec.ts, which a release runs as well.
import { run, runBeside, say, stop } from './steps.mjs'

/** They only read, so that they run beside each other. */
const looks = [
  ['Format and lint', 'biome', ['ci', '--error-on-warnings'], 'npx biome check --write mends most of it.'],
  ['Types', 'astro', ['check', '--minimumFailingSeverity', 'hint'], 'Correct the lines above.'],
  ['Dead code', 'knip', [], 'Remove what nothing uses, or use it.'],
]

const steps = [
  ['Build', 'node', ['scripts/build-if-changed.mjs'], 'The lines above name the file and the reason.'],
  ['Unit, storage and server tests', 'vitest', ['run'], 'npx vitest shows one file at a time while you mend it.'],
  [
    'Browser, accessibility and budgets',
    'playwright',
    ['test'],
    'npx playwright test -g "the sentence" runs one alone.',
  ],
]

if (process.env.TEST_LONG !== '1') await look()
for (const [name, command, args, advice] of steps) {
  const startedAt = Date.now()
  say(`\n— ${name}`)
  if (!run(command, args)) stop(`${name} failed.`, advice)
  say(`✓ ${name}, ${secondsSince(startedAt)} s`)
}

async function look() {
  say(`\n— ${looks.map(([name]) => name).join(', ')}`)
  const lookedFrom = Date.now()
  const seen = await Promise.all(looks.map(([, command, args]) => runBeside(command, args)))
  for (const [index, [name, , , advice]] of looks.entries()) {
    if (!seen[index]) stop(`${name} failed.`, advice)
    say(`✓ ${name}`)
  }
  say(`  ${secondsSince(lookedFrom)} s`)
}

function secondsSince(moment) {
  return Math.round((Date.now() - moment) / 1000)
}
