/** What the owner types, to be copied as it is; scripts/studio knows how it was called. */
export function studioCommand(words: string): string {
  return `${process.env['STUDIO_COMMAND'] ?? 'npm run studio --'} ${words}`.trim()
}

/** Ends the help of a command. @param more what else a newcomer needs */
export function example(words: string, more = ''): string {
  return `\nExample: ${studioCommand(words)}${more && `\n\n${more}`}`
}
