import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { Refusal } from '../../platform/actions.ts'
import { filesIn, sampleFolder, starterFiles } from '../../platform/content/starter/starter.ts'
import { example, studioCommand } from '../command.ts'
import { writeErr } from '../print.ts'
import { firstContent, localZone, problemWith, questions } from './first-content.ts'

export function addBegin(studio: Command): void {
  studio
    .command('begin')
    .description('answer ten questions to create your own content/')
    .addHelpText('after', example('begin', 'It only replaces an unchanged content/. Ctrl-D quits without changes.'))
    .action(async () => {
      if (!isSample())
        throw new Refusal('content/ has your own texts. To start over, move it elsewhere first. Nothing was changed.')
      const answers = await ask()
      if (answers === undefined) throw new Refusal('Not all questions were answered. Nothing was changed.')
      const own = Object.entries(firstContent(answers))
      const files = new Map<string, Buffer | string>([...starterFiles(), ...own])
      replaceContent(files)
      writeErr(`
content/ is yours now: ${files.size} files.
  studio.yaml  your name, address and countries
  offers.yaml  your prices and promises
  calls.yaml   when people can book a call. The hours are a guess, in the time zone ${localZone}: check them.
               Without this file the site offers no calls.

Next:
  ${studioCommand('doctor').padEnd(24)}  lists what is left to write, marked “To write”
  ${'npm run dev'.padEnd(24)}  shows the site while you write, with two draft articles
  ${'npm start'.padEnd(24)}  runs it`)
    })
}

/** Whether content/ is missing, or still the sample. */
function isSample(): boolean {
  if (!existsSync('content')) return true
  const sample = filesIn(sampleFolder)
  return [...filesIn('content')].every(([file, bytes]) => sample.get(file)?.equals(bytes))
}

async function ask(): Promise<Record<string, string> | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const lines = terminal[Symbol.asyncIterator]()
  const answers: Record<string, string> = {}
  for (const [i, [question, text, defaultAnswer]] of questions.entries()) {
    writeErr(`\n${i + 1} of ${questions.length}  ${text}${defaultAnswer === undefined ? '' : ` [${defaultAnswer}]`}`)
    let problem: string | undefined
    do {
      if (problem !== undefined) writeErr(problem)
      process.stderr.write('> ')
      const { value: line = '', done } = await lines.next()
      if (done) return undefined
      const value = line.trim() || (defaultAnswer ?? '')
      problem = problemWith(question, value)
      answers[question] = value
    } while (problem !== undefined)
  }
  terminal.close()
  return answers
}

/** Writes a complete folder before swapping it in, so that an interruption can't leave half of it. */
function replaceContent(files: ReadonlyMap<string, Buffer | string>): void {
  const draft = mkdtempSync('content-')
  for (const [file, bytes] of files) {
    mkdirSync(dirname(join(draft, file)), { recursive: true })
    writeFileSync(join(draft, file), bytes)
  }
  // The site may run under another account.
  for (const entry of [draft, ...globSync(`${draft}/**`)]) chmodSync(entry, statSync(entry).isFile() ? 0o644 : 0o755)
  const previous = `${draft}.before`
  if (existsSync('content')) renameSync('content', previous)
  renameSync(draft, 'content')
  rmSync(previous, { recursive: true, force: true })
}
