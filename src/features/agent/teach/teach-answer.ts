import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withExample, withoutExample } from '../../../content/agent/answers.ts'
import { contentPath } from '../../../content/read-content.ts'

const folder = () => contentPath('agent/answers')

/** What was written, and what the file was like then. */
export type Taught = { id: string; example: string; file: string; mark: string }

/** The answers’ files as they are now, by name. */
export function readAnswerFiles(): Map<string, string> {
  const names = readdirSync(folder()).filter((name) => name.endsWith('.yaml'))
  return new Map(names.sort().map((name) => [name, readFileSync(join(folder(), name), 'utf8')]))
}

/** Of one that is made for each entry of a list the id is in no file. */
export function teachableIn(files: ReadonlyMap<string, string>): Set<string> {
  return new Set([...files.values()].flatMap((text) => text.match(/(?<=^- id: ).+$/gm) ?? []))
}

/** Writes a message into the answer that it asks for. @returns undefined where there is no such answer */
export function teachAnswer(id: string, message: string): Taught | undefined {
  const example = message
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  for (const [file, text] of readAnswerFiles()) {
    const changed = withExample(text, id, example)
    if (changed === undefined) continue
    writeFileSync(join(folder(), file), changed)
    return { id, example, file, mark: markOf(changed) }
  }
  return undefined
}

/** The file is as it was before. @returns false where it was changed since: then it stays as it is */
export function takeBackTaught({ id, example, file, mark }: Taught): boolean {
  const text = readAnswerFiles().get(file)
  if (text === undefined || markOf(text) !== mark) return false
  const before = withoutExample(text, id, example)
  if (before === undefined) return false
  writeFileSync(join(folder(), file), before)
  return true
}

function markOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
