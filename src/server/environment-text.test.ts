import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { environmentTable, exampleFile } from './environment-text.ts'

test('.env.example says what the program reads', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(exampleFile())
})

test('so does the table of the README', () => {
  const [, settings = ''] = /^## Settings\n(.*?)^## /ms.exec(readFileSync('README.md', 'utf8')) ?? []
  expect(settings.split('\n').filter((line) => line.startsWith('|'))).toEqual(environmentTable().trim().split('\n'))
})
