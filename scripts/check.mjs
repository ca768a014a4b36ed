// `npm test`: every check, in stages, the quick ones first; what fails ends it and says what to do. With TEST_LONG=1 (`npm
// run test:long`) the long series alone, *.long.test.ts and *.long.spec.ts, which a release runs as well.
import { rmSync } from 'node:fs'
import { root, runBeside, say, stop } from './steps.mjs'
import { testedProject } from './tested-copy.mjs'

const format = ['Format and lint', 'biome', ['ci', '--error-on-warnings'], 'npx biome check --write fixes most of it.']
const types = ['Types', 'astro', ['check', '--minimumFailingSeverity', 'hint'], 'Correct the lines above.']
const deadCode = ['Dead code', 'knip', [], 'Remove what nothing uses, or use it.']
const build = ['Build', 'node', ['scripts/build-if-changed.mjs'], 'The lines above name the file and the reason.']
const units = [
  'Unit, storage and server tests',
  'vitest',
  ['run'],
  'npx vitest shows one file at a time while you fix it.',
]
const browser = [
  'Browser, accessibility and budgets',
  'playwright',
  ['test'],
  'npx playwright test -g "the sentence" runs one alone.',
]

const ownContent = [
  'Your content',
  'node',
  ['scripts/build-if-changed.mjs'],
  'The lines above name the file and the reason.',
]

/** Those of a stage run beside each other. The long series have the machine to themselves. */
const stages =
  process.env.TEST_LONG === '1'
    ? [[build], [units], [browser]]
    : [
        [format, deadCode, build],
        // Both would have every processor to themselves: beside each other they take longer than one after the other.
        [units],
        [types, browser],
      ]

const project = testedProject()
if (project !== root) {
  await pass([ownContent], root)
  say('  Your content/ is right. What follows tests the program, on a studio of its own (tests/studios/kitewright).')
}
for (const stage of stages) await pass(stage, project)
if (project !== root) rmSync(project, { recursive: true })

async function pass(stage, folder) {
  const startedAt = Date.now()
  say(`\n— ${stage.map(([name]) => name).join(' · ')}`)
  const ended = await Promise.all(
    stage.map(async ([name, command, args, advice]) => ({
      name,
      advice,
      ...(await runBeside(command, args, folder)),
    })),
  )
  // What failed comes last, where it is looked for.
  for (const { name, passed, said } of ended.toSorted((a, b) => Number(b.passed) - Number(a.passed))) {
    process.stderr.write(said)
    if (passed) say(`✓ ${name}`)
  }
  const failed = ended.find(({ passed }) => !passed)
  if (failed) stop(`${failed.name} failed.`, failed.advice)
  say(`  ${Math.round((Date.now() - startedAt) / 1000)} s`)
}
