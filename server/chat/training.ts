import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { Entry } from '../../platform/content/chat/answers.ts'
import { examplesFolder, withExample, withoutExample } from '../../platform/content/chat/examples.ts'
import { contentPath, readText, yamlFilesIn } from '../../platform/content/read-content.ts'
import { choose, type PreviousTurn } from './choose.ts'
import type { ChatMessage } from './messages.ts'
import { type Guess, type Model, wordsOf } from './model.ts'

type StoredChat = { reference: string; turns: readonly ChatMessage[] }

type Unanswered = {
  message: string
  reference: string
  turn: number
  before: string | undefined
  reply: string | undefined
  nearest: Guess[]
}

const maxCharacters = 160
const maxNearest = 5

/** Messages the agent wasn't sure about: each wording once, without those that contain an email address or are examples. */
export function unansweredIn(chats: readonly StoredChat[], model: Model, examples: ReadonlySet<string>): Unanswered[] {
  const found = new Map<string, Unanswered>()
  for (const { reference, turns } of chats) {
    let previous: PreviousTurn | undefined
    let reply: string | undefined
    for (const [turn, { role, content }] of turns.entries()) {
      if (role !== 'user') {
        reply = content
        continue
      }
      const message = content.trim()
      const heard = normalizeMessage(message)
      const isKnown =
        found.has(heard) ||
        examples.has(heard) ||
        examples.has(normalizeMessage(`${previous?.message ?? ''} > ${message}`))
      const isExample = content.length <= maxCharacters && !content.includes('@') && !content.includes('\n')
      if (isExample && !isKnown) {
        const { ids, isUnsure, wholeGuesses } = choose(content, previous, model)
        const isSure = !isUnsure && ids.length > 0 && !ids.includes('unknown')
        const place = { message, reference, turn, before: previous?.message, reply }
        if (!isSure) found.set(heard, { ...place, nearest: wholeGuesses.slice(0, maxNearest) })
      }
      previous = { message: content, answered: [] }
    }
  }
  return [...found.values()]
}

/** The part of a message that the agent reads: without case, accents, and punctuation. */
export function normalizeMessage(message: string): string {
  return message
    .split(' > ')
    .map((part) => wordsOf(part).join(' '))
    .join(' > ')
}

/** Examples the chat has learned, or will with the next build. */
export function examplesIn(answers: readonly Pick<Entry, 'examples'>[]): Set<string> {
  return new Set(answers.flatMap(({ examples }) => examples.map(normalizeMessage)))
}

/** An added example; `version` is the file's after the change. */
type AddedExample = { id: string; example: string; file: string; version: string }

/** Adds a message to the examples of an answer. @returns why it can't, for the owner */
export function addExample(id: string, message: string, answers: readonly Entry[]): AddedExample | string {
  const example = message
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const isSameExample = (line: string) => line.toLowerCase() === example.toLowerCase()
  const other = answers.find(({ writtenId, examples }) => writtenId !== id && examples.some(isSameExample))
  if (other !== undefined) return `“${example}” is already an example of ${other.id}.`
  for (const file of yamlFilesIn(examplesFolder)) {
    const changed = withExample(readText(file), id, example)
    if (changed === undefined) continue
    writeFileSync(contentPath(file), changed)
    return { id, example, file, version: versionOf(changed) }
  }
  return `There is no answer “${id}”. The ids are in content/agent/examples/.`
}

/** @returns false, without a change, if the file has changed since */
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
