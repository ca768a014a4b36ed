// `npm test`: every check, in stages, the quick ones first; what fails ends it and says what to do. `npm run test:long` runs
// all tests, on both database engines and in three browsers, and what only proves itself over many runs.
import { programOf, runBeside, say, stop } from './steps.mjs'

// The program is tested on the sample: no text of an owner's can make a test fail.
process.env.CONTENT_DIR = 'sample'

const isLong = process.argv[2] === 'long'
if (isLong) process.env.TEST_LONG = '1'

const biome = programOf('@biomejs/biome', 'biome')
const playwright = programOf('@playwright/test', 'playwright')
const format = ['Format and lint', [biome, 'ci', '--error-on-warnings'], 'npx biome check --write fixes most of it.']
const types = ['Types', [programOf('astro'), 'check', '--minimumFailingSeverity', 'hint'], 'Correct the lines above.']
const deadCode = ['Dead code', [programOf('knip')], 'Remove what nothing uses, or use it.']
const build = ['Build', ['scripts/build-if-changed.mjs'], 'The lines above name the file and the reason.']
const units = [
  'Unit and HTTP tests',
  [programOf('vitest'), 'run'],
  'npx vitest shows one file at a time while you fix it.',
]
const browser = ['Browser', [playwright, 'test'], 'npx playwright test -g "the sentence" runs one alone.']

const stages = isLong
  ? [[build], [units], [browser]]
  : [
      [format, deadCode, build],
      // Both would have every processor to themselves: beside each other they take longer than one after the other.
      [units],
      [types, browser],
    ]

if (isLong) say('The long run takes about 15 minutes on two processors.')
const startedAt = Date.now()
for (const stage of stages) await pass(stage)
say(`\nAll passed in ${secondsSince(startedAt)} s.`)

async function pass(stage) {
  const stageStartedAt = Date.now()
  say(`\n— ${stage.map(([name]) => name).join(' · ')}`)
  const ended = await Promise.all(
    stage.map(async ([name, args, advice]) => ({
      name,
      advice,
      ...(await runBeside(args, { isShown: isLong })),
    })),
  )
  // What failed comes last, where it is looked for.
  for (const { name, passed, said } of ended.toSorted((a, b) => Number(b.passed) - Number(a.passed))) {
    process.stderr.write(said)
    if (passed) say(`✓ ${name}`)
  }
  const failed = ended.find(({ passed }) => !passed)
  if (failed) stop(`${failed.name} failed.`, failed.advice)
  say(`  ${secondsSince(stageStartedAt)} s`)
}

function secondsSince(time) {
  return Math.round((Date.now() - time) / 1000)
}
