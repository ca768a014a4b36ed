import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { AnswerExample, Entry } from '../../../platform/content/chat/answers.ts'
import { examplesFolder, withExample, withoutExample } from '../../../platform/content/chat/examples.ts'
import { contentPath, readText, yamlFilesIn } from '../../../platform/content/files/content-files.ts'

/** An added example. `version`: the file's version after the change. */
type AddedExample = { id: string; example: string; file: string; version: string }

/** Adds a message to an answer's examples. @returns the added example, or the problem as a message for the owner */
export function addExample(id: string, message: string, answers: readonly Entry[]): AddedExample | string {
  const example = message.replaceAll(/\s+/g, ' ')
  const isSameExample = ({ text }: AnswerExample) => text.toLowerCase() === example.toLowerCase()
  const owner = answers.find(({ writtenId, examples }) => writtenId !== id && examples.some(isSameExample))
  if (owner !== undefined) return `“${example}” is already an example of ${owner.id}.`
  for (const file of yamlFilesIn(examplesFolder)) {
    const changed = withExample(readText(file), id, example)
    if (changed === undefined) continue
    writeFileSync(contentPath(file), changed)
    return { id, example, file, version: versionOf(changed) }
  }
  return `There is no answer “${id}”. The ids are in content/agent/examples/.`
}

/** Removes an example. @returns false, without removing it, if the file has changed since */
export function removeExample({ id, example, file, version }: AddedExample): boolean {
  if (!yamlFilesIn(examplesFolder).includes(file)) return false
  const text = readText(file)
  const original = withoutExample(text, id, example)
  if (original === undefined || versionOf(text) !== version) return false
  writeFileSync(contentPath(file), original)
  return true
}

function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
