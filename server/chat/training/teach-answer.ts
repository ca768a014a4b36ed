import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { Entry } from '../../../platform/content/chat/answers.ts'
import { examplesFolder, withExample, withoutExample } from '../../../platform/content/chat/examples.ts'
import { contentPath, readText, yamlFilesIn } from '../../../platform/content/read-content.ts'

/** What was written, and what the file was like then. */
export type Taught = { id: string; example: string; file: string; mark: string }

/** Writes a message among the examples of the answer that it asks for. @returns why it can't, in words for the owner */
export function teachAnswer(id: string, message: string, answers: readonly Entry[]): Taught | string {
  const example = message
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const isTaught = (line: string) => line.toLowerCase() === example.toLowerCase()
  const other = answers.find(({ writtenId, examples }) => writtenId !== id && examples.some(isTaught))
  if (other !== undefined) return `“${example}” is an example of ${other.id} already.`
  for (const file of yamlFilesIn(examplesFolder)) {
    const changed = withExample(readText(file), id, example)
    if (changed === undefined) continue
    writeFileSync(contentPath(file), changed)
    return { id, example, file, mark: markOf(changed) }
  }
  return `There is no answer “${id}”; their ids are in content/agent/examples/.`
}

/** The file is as it was before. @returns false where it was changed since: then it stays as it is */
export function takeBackTaught({ id, example, file, mark }: Taught): boolean {
  if (!yamlFilesIn(examplesFolder).includes(file)) return false
  const text = readText(file)
  const before = withoutExample(text, id, example)
  if (before === undefined || markOf(text) !== mark) return false
  writeFileSync(contentPath(file), before)
  return true
}

function markOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
