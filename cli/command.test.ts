import { globSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { example } from './command.ts'
import { allCommands } from './studio.ts'

const files = globSync('cli/**/*.ts').filter((file) => !file.endsWith('.test.ts'))

test('an example is what is typed', () => {
  expect(example('leads show KW-7GQ4M2XD')).toBe('\nExample: npm run studio -- leads show KW-7GQ4M2XD')
})

test('the help of every command has one', () => {
  const commands = files.filter((file) => /\.action\(/.test(readFileSync(file, 'utf8')))
  expect(commands.length).toBeGreaterThan(20)
  expect(commands.filter((file) => !/\bexample\(|Example: /.test(readFileSync(file, 'utf8')))).toEqual([])
})

function helpOf(command: Command): string[] {
  let text = ''
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 80 })
  command.outputHelp()
  return text.trimEnd().split('\n')
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}

test('the help of every command fits on a terminal of 80 columns and 24 lines', () => {
  const helps = withSubcommands(allCommands()).map(helpOf)
  expect(helps.length).toBeGreaterThan(40)
  const heights = helps.map((lines) => lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 80)), 0))
  expect(Math.max(...heights)).toBeLessThanOrEqual(24)
})
