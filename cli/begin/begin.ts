import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { z } from 'zod'
import { Refusal } from '../../platform/actions.ts'
import { type Files, filesIn, sampleFolder } from '../../platform/content/starter/starter.ts'
import { loadEnvironment } from '../../platform/environment.ts'
import { labelOf } from '../../platform/fields.ts'
import { readMoney } from '../../platform/text/money.ts'
import { example, studioCommand } from '../command.ts'
import { writeErr } from '../terminal.ts'
import { firstContent, replaceContent } from './first-content.ts'
import { problemWith, promptFor, type Question, questions, readAnswers, type Typed } from './questions.ts'

export function addBegin(studio: Command): void {
  studio
    .command('begin')
    .description('answer a dozen questions to create your own content/')
    .addHelpText(
      'after',
      example('begin', 'Replaces content/ only if you haven’t edited it. Press Ctrl-D to save your answers and quit.'),
    )
    .action(async () => {
      const answersFile = join(loadEnvironment().dataDir, 'begin.json')
      const earlier = answersSchema.parse(existsSync(answersFile) ? JSON.parse(readFileSync(answersFile, 'utf8')) : {})
      if (!isUnedited(earlier.written))
        throw new Refusal('content/ already has your own content. To start over, move it somewhere else first.')
      const save = (typed: Typed, written = earlier.written) => {
        replaceFile(answersFile, JSON.stringify({ typed, written }))
        return typed
      }
      if (existsSync(answersFile)) writeErr(`Your last answers are in ${answersFile}. Delete that file to start over.`)
      const typed = await ask(earlier.typed, save)
      if (typed === undefined) throw new Refusal('Nothing changed. Your answers are saved for next time.')
      const files = firstContent(typed)
      replaceContent(files)
      save(typed, fingerprintOf(files))
      writeErr(`
Wrote ${files.size} files to content/.
The hours in calls.yaml are a guess. Check them. To offer no calls, delete the file. The next build then lists
what the chat still says about calls.

Next:
  ${studioCommand('doctor').padEnd(24)}  lists what’s still to write, marked “To write”
  ${'npm run dev'.padEnd(24)}  shows the site while you write, with two draft articles
  ${'npm start'.padEnd(24)}  runs it
  git add content && git commit -m 'My content'
  ${''.padEnd(24)}  keeps it in your own repository (README.md)

Read the legal pages: they’re written for project work.`)
    })
}

/** Whether content/ is missing, or is still exactly the sample or the content `begin` wrote. */
function isUnedited(written: string | undefined): boolean {
  if (!existsSync('content')) return true
  const sample = filesIn(sampleFolder)
  const content = filesIn('content')
  if (fingerprintOf(content) === written) return true
  return [...content].every(([file, bytes]) => sample.get(file)?.equals(bytes))
}

function fingerprintOf(files: Files): string {
  return hash('sha256', JSON.stringify([...files].map(([file, bytes]) => [file, `${bytes}`]).sort()))
}

const answersSchema = z.object({
  typed: z.partialRecord(z.enum(questions), z.string()).default({}),
  /** Fingerprint of the content `begin` wrote. */
  written: z.string().optional(),
})

/** Asks until the owner confirms the summary. @param save runs after each answer @returns undefined if the input ends */
async function ask(saved: Typed, save: (typed: Typed) => Typed): Promise<Typed | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const lines = terminal[Symbol.asyncIterator]()
  let typed = saved
  writeErr('Type back to return to the previous question.')
  let chosen: Question | undefined
  /** The question from which the owner first went back. */
  let returnTo: Question | undefined
  let problem: string | undefined
  for (;;) {
    const question = chosen ?? questions.find((id) => problemWith(id, typed) !== undefined)
    writeErr(problem ?? (question === undefined ? summaryOf(typed) : promptFor(question, typed)))
    problem = undefined
    process.stderr.write('> ')
    const { value = '', done } = await lines.next()
    const answer = value.trim() || (question === undefined ? '' : (typed[question] ?? ''))
    const isConfirmed = question === undefined && /^y(?:es)?$/i.test(answer)
    if (isConfirmed) terminal.close()
    if (done || isConfirmed) return done ? undefined : typed
    if (answer === 'back') {
      returnTo ??= question
      chosen = previousTo(question, typed)
    } else if (question === undefined) {
      chosen = questions[Number(answer) - 1]
      problem = chosen === undefined ? `Type yes, or a number from 1 to ${questions.length}.` : undefined
    } else {
      // The time zone depends on the country, so clear it when the country changes.
      const changed = { ...typed, ...(question === 'countries' && { zone: undefined }), [question]: answer }
      problem = problemWith(question, changed)
      chosen = problem === undefined ? nextAfter(question, returnTo) : question
      if (chosen === undefined || chosen === returnTo) returnTo = undefined
      if (problem === undefined) typed = save(changed)
    }
  }
}

/** After the owner goes back, steps through the later questions again. Enter keeps each answer. */
function nextAfter(question: Question, returnTo: Question | undefined): Question | undefined {
  return returnTo === undefined ? undefined : questions[questions.indexOf(question) + 1]
}

function previousTo(question: Question | undefined, typed: Typed): Question | undefined {
  const earlier = question === undefined ? questions : questions.slice(0, questions.indexOf(question))
  return earlier.findLast((id) => typed[id] !== undefined) ?? question
}

/** Lists the answers as the site will show them, numbered. */
function summaryOf(typed: Typed): string {
  const { packages, ...answers } = readAnswers(typed)
  const prices = Object.fromEntries(packages.map(({ id, name, from }) => [id, `${name} from ${from}`]))
  const trade = `${answers.voice === 'we' ? 'We are' : 'I am'} ${answers.trade}`
  const lines = questions.map((question, i) => {
    const answer = [Reflect.get({ ...answers, ...prices, trade }, question)].flat().join(', ')
    return `${String(i + 1).padStart(4)}  ${labelOf(question).padEnd(10)} ${answer}`
  })
  const currencies = [...new Set(packages.map(({ from }) => readMoney(from)?.currency))]
  const note = currencies.length > 1 ? `\n\nThe prices are in different currencies: ${currencies.join(', ')}.` : ''
  return `\n${lines.join('\n')}${note}\n\nWrite this? yes, or a number to change it`
}

/** Replaces a private file. If the disk is full, the old file remains. */
function replaceFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.part`, text, { mode: 0o600 })
  renameSync(`${file}.part`, file)
}
