import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { filesIn, sampleFolder, starterFiles } from '../../src/content/starter/starter.ts'
import { CommandFailure, example, studioCommand } from '../command.ts'
import { writeErr } from '../terminal/terminal.ts'
import { firstContent, problemWith, questions } from './first-content.ts'

export function addBegin(studio: Command): void {
  studio
    .command('begin')
    .description('ask ten questions, and write a content of your own')
    .addHelpText(
      'after',
      example('begin', 'It takes the place of the sample’s content/ alone. Ctrl-D leaves all as it is.'),
    )
    .action(async () => {
      if (!isSample())
        throw new CommandFailure(
          'content/ holds texts of your own. Move it elsewhere first, if you want to start over; nothing was changed.',
        )
      const answers = await ask()
      if (answers === undefined) throw new CommandFailure('Not all questions were answered; nothing was changed.')
      replaceContent(firstContent(answers))
      writeErr(`
content/ is yours now. What it can’t know begins with “To write”: ${studioCommand('doctor')} names every such place.
Two articles are drafts: you see them in npm run dev. Then: npm start`)
    })
}

/** Whether nobody has written in content/ yet. */
function isSample(): boolean {
  if (!existsSync('content')) return true
  const sample = filesIn(sampleFolder)
  return [...filesIn('content')].every(([file, bytes]) => sample.get(file)?.equals(bytes))
}

async function ask(): Promise<Record<string, string> | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const lines = terminal[Symbol.asyncIterator]()
  const answers: Record<string, string> = {}
  for (const [i, [question, text]] of questions.entries()) {
    writeErr(`\n${i + 1} of ${questions.length}  ${text}`)
    let problem: string | undefined
    do {
      if (problem !== undefined) writeErr(`What is asked for ${problem}.`)
      process.stderr.write('> ')
      const { value = '', done } = await lines.next()
      if (done) return undefined
      problem = problemWith(question, value)
      answers[question] = value
    } while (problem !== undefined)
  }
  terminal.close()
  return answers
}

/** In one step: whoever is interrupted has the one content or the other. */
function replaceContent(own: Record<string, string>): void {
  const draft = mkdtempSync('content-')
  for (const [file, bytes] of [...starterFiles(), ...Object.entries(own)]) {
    mkdirSync(dirname(join(draft, file)), { recursive: true })
    writeFileSync(join(draft, file), bytes)
  }
  const before = `${draft}.before`
  if (existsSync('content')) renameSync('content', before)
  renameSync(draft, 'content')
  rmSync(before, { recursive: true, force: true })
}
