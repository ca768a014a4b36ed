import { ContentError } from '../content/read-content.ts'

/** Does a part of the build; wrong content ends it with the file, the field and what would be right, and nothing else. */
export async function stopForContent(part: () => unknown): Promise<void> {
  try {
    await part()
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    process.stderr.write(`\n${error.message}\n`)
    process.exit(1)
  }
}
