/**
 * Puts an example at the end of an answer's `asks`, and leaves every other byte of the file as it is.
 * @param yaml a file of content/agent/answers/
 * @returns undefined where the answer is not in it
 */
export function withExample(yaml: string, id: string, example: string): string | undefined {
  const lines = yaml.split('\n')
  const answer = lines.indexOf(`- id: ${id}`)
  const asks = lines.findIndex((line, i) => i > answer && line === '  asks: |')
  const next = lines.findIndex((line, i) => i > answer && line.startsWith('- '))
  if (answer === -1 || asks === -1 || (next !== -1 && next < asks)) return undefined
  const after = lines.findIndex((line, i) => i > asks && !line.startsWith('    '))
  const end = after === -1 ? lines.length : after
  return [...lines.slice(0, end), `    ${example}`, ...lines.slice(end)].join('\n')
}
