import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { Entry } from '../../../platform/content/chat/answers.ts'
import { examplesFolder, withExample, withoutExample } from '../../../platform/content/chat/examples.ts'
import { contentPath, readText, yamlFilesIn } from '../../../platform/content/read-content.ts'

/** What was written, and what the file was like then. */
export type AddedExample = { id: string; example: string; file: string; version: string }

/** Writes a message among the examples of the answer that it asks for. @returns why it can't, in words for the owner */
export function addExample(id: string, message: string, answers: readonly Entry[]): AddedExample | string {
  const example = message
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const isSameExample = (line: string) => line.toLowerCase() === example.toLowerCase()
  const other = answers.find(({ writtenId, examples }) => writtenId !== id && examples.some(isSameExample))
  if (other !== undefined) return `“${example}” is an example of ${other.id} already.`
  for (const file of yamlFilesIn(examplesFolder)) {
    const changed = withExample(readText(file), id, example)
    if (changed === undefined) continue
    writeFileSync(contentPath(file), changed)
    return { id, example, file, version: versionOf(changed) }
  }
  return `There is no answer “${id}”; their ids are in content/agent/examples/.`
}

/** The file is as it was before. @returns false where it was changed since: then it stays as it is */
export function removeExample({ id, example, file, version }: AddedExample): boolean {
  if (!yamlFilesIn(examplesFolder).includes(file)) return false
  const text = readText(file)
  const before = withoutExample(text, id, example)
  if (before === undefined || versionOf(text) !== version) return false
  writeFileSync(contentPath(file), before)
  return true
}

function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
