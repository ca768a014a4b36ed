import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { variableNotes } from './environment.ts'

const head = `# Copy to .env and change what you need. Everything is optional: an empty line means the default behind it.
# A wrong value stops the start, and the message names the variable, its form and an example. A name that is almost one of
# these (SMPT_URL) is asked about.
`

function exampleFile(): string {
  const parts = variableNotes.map(({ name, meaning, unset, example }) => {
    const isShown = example !== unset
    return `${comment(`${meaning} (${unset}${isShown ? `; for example ${example}` : ''})`)}\n${name}=\n`
  })
  return [head, ...parts].join('\n')
}

function environmentTable(): string {
  const rows = variableNotes.map(({ name, unset, meaning }) => {
    const [sentence = ''] = meaning.split(/\.(?: |$)/)
    return `| \`${name}\` | ${unset} | ${sentence} |\n`
  })
  return `| Variable | Default | Meaning |\n| --- | --- | --- |\n${rows.join('')}`
}

function comment(text: string): string {
  return text.replaceAll(/(.{1,118})(?: |$)/g, '# $1\n').trimEnd()
}

test('.env.example says what the program reads', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(exampleFile())
})

test('so does the table of the README', () => {
  const [, settings = ''] = /^## Settings\n(.*?)^## /ms.exec(readFileSync('README.md', 'utf8')) ?? []
  expect(settings.split('\n').filter((line) => line.startsWith('|'))).toEqual(environmentTable().trim().split('\n'))
})
