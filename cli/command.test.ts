import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { example } from './command.ts'

const files = globSync('cli/**/*.ts').filter((file) => !file.endsWith('.test.ts'))

test('an example is what is typed', () => {
  expect(example('leads show KW-7GQ4M2XD')).toBe('\nExample: npm run studio -- leads show KW-7GQ4M2XD')
})

test('the help of every command has one', () => {
  const commands = files.filter((file) => /\.action\(/.test(readFileSync(file, 'utf8')))
  expect(commands.length).toBeGreaterThan(20)
  expect(commands.filter((file) => !/\bexample\(|Example: /.test(readFileSync(file, 'utf8')))).toEqual([])
})
