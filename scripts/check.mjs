// `npm test` runs all checks in stages, quick checks first, and stops at the first failure. `npm run test:long` runs
// all tests on both database engines and in three browsers, and the tests that need many runs.
import { programOf, runBeside, say, stop } from './steps.mjs'

// Tests use the sample, so an owner's content can't make them fail.
process.env.CONTENT_DIR = 'sample'

const isLong = process.argv[2] === 'long'
if (isLong) process.env.TEST_LONG = '1'

const biome = programOf('@biomejs/biome', 'biome')
const playwright = programOf('@playwright/test', 'playwright')
const format = {
  name: 'Format and lint',
  args: [biome, 'ci', '--error-on-warnings'],
  advice: 'npx biome check --write fixes most of it.',
}
const types = {
  name: 'Types',
  args: [programOf('astro'), 'check', '--minimumFailingSeverity', 'hint'],
  advice: 'Fix the lines above.',
}
const deadCode = { name: 'Dead code', args: [programOf('knip')], advice: 'Remove what’s unused, or use it.' }
const build = {
  name: 'Build',
  args: ['scripts/build-if-changed.mjs'],
  advice: 'The lines above name the file and the problem.',
}
const units = {
  name: 'Unit and HTTP tests',
  // Stop early: an error in shared code can make most tests fail, each after a timeout.
  args: [programOf('vitest'), 'run', '--bail=5'],
  advice: 'npx vitest shows one file at a time while you fix it.',
}
const browser = {
  name: 'Browser',
  args: [playwright, 'test'],
  advice: 'npx playwright test -g "the sentence" runs one alone.',
}

const stages = isLong
  ? [[build], [units], [browser]]
  : [
      [format, deadCode, build],
      // Each stage uses all CPUs, so running them together would be slower.
      [units],
      [types, browser],
    ]

if (isLong) say('The long run needs about 15 minutes on two processors.')
const startedAt = Date.now()
for (const stage of stages) await pass(stage)
say(`\nAll passed in ${secondsSince(startedAt)} s.`)

async function pass(stage) {
  const stageStartedAt = Date.now()
  say(`\n— ${stage.map(({ name }) => name).join(' · ')}`)
  const ended = await Promise.all(
    stage.map(async ({ name, args, advice }) => ({ name, advice, ...(await runBeside(args, { isShown: isLong })) })),
  )
  // Print the failed check last, where people look first.
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
