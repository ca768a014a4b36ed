/** What the owner types, to be copied as it is. */
export function studioCommand(words: string): string {
  return `npm run studio -- ${words}`
}

/** Ends the help of a command. @param more what else a newcomer needs */
export function example(words: string, more = ''): string {
  return `\nExample: ${studioCommand(words)}${more && `\n\n${more}`}`
}
