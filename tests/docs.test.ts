import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Command } from 'commander'
import { describe, expect, onTestFinished, test } from 'vitest'
import { allCommands } from '../cli/studio.ts'
import { enterFolder, leaveFolder, readContentIn, sampleFolder } from './support/content.ts'
import { temporaryFolder } from './support/databases.ts'
import { type Demo, openDemo } from './support/demo.ts'
import { blocksIn, commandsIn, isShown, sessionOf } from './support/docs.ts'
import { runStudio } from './support/run-studio.ts'

const pages = globSync(['README.md', 'CONTRIBUTING.md', 'docs/**/*.md'], { exclude: ['docs/packages.md'] }).sort()
const all = pages.flatMap((page) => [...blocksIn(page), ...commandsIn(page)])
const unmarked = (language: string) => all.filter((each) => each.language === language && each.mark === undefined)

/** Languages of blocks that the owner doesn't type or copy. */
const notTyped = ['', 'json', 'text']

test('every block and command is run below, or marked with the reason or the test that runs it', () => {
  const known = ['console', 'sh', 'yaml', 'markdown', 'command', ...notTyped]
  expect(all.filter(({ language }) => !known.includes(language)).map(({ place }) => place)).toEqual([])
  const tests = all.flatMap(({ place, mark }) => (mark?.kind === 'run by' ? [{ place, test: mark.reason }] : []))
  expect(tests.filter(({ test }) => !existsSync(test))).toEqual([])
  expect(all.filter(({ mark }) => mark?.kind === 'not run').length).toBeLessThan(10)
})

describe('commands', () => {
  test('in blocks print and exit as the pages show, in this order', async () => {
    const demo = await openDemo()
    showAsInTerminal()
    const others: string[] = []
    for (const { place, text } of unmarked('console')) {
      for (const { command, prints } of sessionOf(text)) {
        // Tests type nothing, so `--yes` answers the question.
        const shown = prints.filter((line) => !line.endsWith('[y/N] y'))
        const { code, output } = await run(demo, shown.length < prints.length ? `${command} --yes` : command)
        if (code === 2 || !isShown(output, shown)) others.push(`${place}: ${command}\n${output}(exit code ${code})`)
      }
    }
    for (const { place, text } of unmarked('sh')) {
      for (const line of text.trim().split('\n')) {
        const command = line.replace(/\s+#.*/, '').replace(/^npm run studio -- /, 'studio ')
        expect(command, `${place}: mark a block with other commands than studio`).toMatch(/^studio /)
        const { code, output } = await run(demo, command)
        if (code !== 0) others.push(`${place}: ${command}\n${output}(exit code ${code})`)
      }
    }
    expect(others.join('\n')).toBe('')
  })

  test('in sentences and tables exist, with their options and files', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    for (const { place, text } of unmarked('command')) {
      const [program, first = '', ...words] = wordsOf(text.replace(/\s>\s.*/, ''))
      if (program === 'npx') {
        const files = [`node_modules/.bin/${first}`, ...words.filter((word) => /^[\w-]+\//.test(word))]
        expect(
          files.filter((file) => !existsSync(file)),
          place,
        ).toEqual([])
      } else if (program === 'studio') expectCommand([first, ...words].filter(Boolean), place)
      else {
        const [script = 'studio', , ...args] = first === 'run' ? words : [first]
        expect(Object.keys(scripts), place).toContain(script)
        if (script === 'studio') expectCommand(args, place)
      }
    }
  })
})

/** Fails for a command, an option, or a number of arguments that `studio` doesn't know. */
function expectCommand(words: readonly string[], place: string): void {
  let command: Command = allCommands()
  const rest = [...words]
  for (;;) {
    const next = command.commands.find((each) => each.name() === rest[0])
    if (next === undefined) break
    command = next
    rest.shift()
  }
  if (rest.length === 0 || /^[<…]/.test(rest[0] ?? '') || rest[0] === '--help') return
  const { operands, unknown } = command.parseOptions(rest)
  expect(unknown, place).toEqual([])
  expect(operands.length, place).toBeLessThanOrEqual(command.registeredArguments.length)
}

/** Until the end of the test, commands print tables for a wide terminal. */
function showAsInTerminal(): void {
  const before = { isTTY: process.stdout.isTTY, columns: process.stdout.columns }
  Object.assign(process.stdout, { isTTY: true, columns: 200 })
  onTestFinished(() => void Object.assign(process.stdout, before))
}

/** Runs a command with the demo's files and references. */
async function run({ place, folder, variables, app, references }: Demo, command: string) {
  const [, ...words] = wordsOf(command.replace(/ > \S+$/, ''))
  const { count } = await app.database.db
    .selectFrom('subscribers')
    .select((table) => table.fn.countAll<number>().as('count'))
    .where('state', '=', 'confirmed')
    .executeTakeFirstOrThrow()
  const backups = readdirSync(variables['BACKUP_DIR'] ?? '')
  const args = words.map((word, i) => {
    if (words[i - 1] === '--confirm') return String(count)
    if (/^\/mnt\/disk\/./.test(word)) return join(folder, 'mnt/disk', backups.at(-1) ?? '')
    const inFolder = join(folder, word)
    if (references.has(word)) return references.get(word) ?? ''
    return word.startsWith('/') || (word.includes('.') && existsSync(inFolder)) ? inFolder : word
  })
  const input = words[0] === 'chat' && words.length === 1 ? 'What does an MVP cost?\n' : ''
  // The chat's model is read from the project's folder.
  if (words[0] === 'chat') leaveFolder()
  else enterFolder(folder)
  const { code, stdout, stderr } = await runStudio(place, args, variables, input)
  leaveFolder()
  return {
    code,
    output: stripVTControlCharacters(command.includes(' > ') ? stderr : stdout + stderr).replaceAll(folder, ''),
  }
}

/** Splits at spaces outside quotes. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

describe('content', () => {
  test('in YAML blocks, which name their file, is read with the sample', () => {
    const folder = temporaryFolder()
    cpSync(sampleFolder, join(folder, 'content'), { recursive: true })
    for (const { place, text } of unmarked('yaml')) {
      const [, file = ''] = /^# (\S+\.yaml)\n/.exec(text) ?? []
      expect(file, `${place} begins with a comment that names its file`).not.toBe('')
      const path = join(folder, 'content', dirname(file), `from-docs-${file.split('/').at(-1)}`)
      writeFileSync(path, text)
    }
    expect(() => readContentIn(folder)).not.toThrow()
  })

  test.each(unmarked('markdown').map(({ place, text }) => [place, text]))('of %s is an article', (_, text) => {
    const folder = temporaryFolder()
    cpSync(sampleFolder, join(folder, 'content'), { recursive: true })
    const article = join(folder, 'content/articles/from-docs')
    mkdirSync(article)
    writeFileSync(join(article, 'index.md'), text)
    for (const [, name = ''] of text.matchAll(/!\[[^\]]*\]\((\S+\.svg)/g))
      writeFileSync(join(article, name), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"/>')
    const { articles } = readContentIn(folder)
    expect(articles.map(({ slug }) => slug)).toContain('from-docs')
  })
})
