import { variableNotes } from './environment.ts'

const head = `# Copy to .env and change what you need. Everything is optional: an empty line means the default behind it.
# A wrong value stops the start, and the message names the variable, its form and an example. A name that is almost one of
# these (SMPT_URL) is asked about.
`

export function exampleFile(): string {
  const parts = variableNotes.map(({ name, meaning, unset, example }) => {
    const isShown = example !== unset
    return `${comment(`${meaning} (${unset}${isShown ? `; for example ${example}` : ''})`)}\n${name}=\n`
  })
  return [head, ...parts].join('\n')
}

export function environmentTable(): string {
  const rows = variableNotes.map(({ name, unset, meaning }) => {
    const [sentence = ''] = meaning.split(/\.(?: |$)/)
    return `| \`${name}\` | ${unset} | ${sentence} |\n`
  })
  return `| Variable | Default | Meaning |\n| --- | --- | --- |\n${rows.join('')}`
}

function comment(text: string): string {
  return text.replaceAll(/(.{1,118})(?: |$)/g, '# $1\n').trimEnd()
}
