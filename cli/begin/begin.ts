import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { CommandFailure, example, studioCommand } from '../command.ts'
import { writeErr } from '../terminal/terminal.ts'
import { firstContent, problemWith, questions } from './first-content.ts'

const starter = join(import.meta.dirname, 'content')
const sampleFolder = join(import.meta.dirname, '../../sample')

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
  const content = resolve('content')
  const files = globSync('**/*', { cwd: content, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.every(({ parentPath, name }) => {
    const file = join(parentPath, name)
    const sample = join(sampleFolder, relative(content, file))
    return existsSync(sample) && readFileSync(file).equals(readFileSync(sample))
  })
}

async function ask(): Promise<Record<string, string> | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr, prompt: '> ' })
  const lines = terminal[Symbol.asyncIterator]()
  const answers: Record<string, string> = {}
  for (const [i, [question, text]] of questions.entries()) {
    writeErr(`\n${i + 1} of ${questions.length}  ${text}`)
    let problem: string | undefined
    do {
      if (problem !== undefined) writeErr(`What is asked for ${problem}.`)
      terminal.prompt()
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
function replaceContent(files: Record<string, string>): void {
  const draft = mkdtempSync('content-')
  cpSync(starter, draft, { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(draft, file), text)
  const before = `${draft}.before`
  if (existsSync('content')) renameSync('content', before)
  renameSync(draft, 'content')
  rmSync(before, { recursive: true, force: true })
}
