import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { Entry } from '../../platform/content/chat/answers.ts'
import { examplesFolder, withExample, withoutExample } from '../../platform/content/chat/examples.ts'
import { contentPath, readText, yamlFilesIn } from '../../platform/content/read-content.ts'
import { type Before, choose } from './choose.ts'
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
const nearest = 5

/** Messages the agent wasn't sure about: each wording once, without those that contain an email address or are examples. */
export function unansweredIn(chats: readonly StoredChat[], model: Model, examples: ReadonlySet<string>): Unanswered[] {
  const found = new Map<string, Unanswered>()
  for (const { reference, turns } of chats) {
    let before: Before | undefined
    let reply: string | undefined
    for (const [turn, { role, content }] of turns.entries()) {
      if (role !== 'user') {
        reply = content
        continue
      }
      const message = content.trim()
      const heard = heardOf(message)
      const isKnown =
        found.has(heard) || examples.has(heard) || examples.has(heardOf(`${before?.message ?? ''} > ${message}`))
      const isExample = content.length <= maxCharacters && !content.includes('@') && !content.includes('\n')
      if (isExample && !isKnown) {
        const { ids, isNear, whole } = choose(content, before, model)
        const isSure = !isNear && ids.length > 0 && !ids.includes('unknown')
        const place = { message, reference, turn, before: before?.message, reply }
        if (!isSure) found.set(heard, { ...place, nearest: whole.slice(0, nearest) })
      }
      before = { message: content, answered: [] }
    }
  }
  return [...found.values()]
}

/** The part of a message that the agent reads: without case, accents, and punctuation. */
export function heardOf(message: string): string {
  return message
    .split(' > ')
    .map((part) => wordsOf(part).join(' '))
    .join(' > ')
}

/** Examples the chat has learned, or will with the next build. */
export function examplesIn(answers: readonly Pick<Entry, 'examples'>[]): Set<string> {
  return new Set(answers.flatMap(({ examples }) => examples.map(heardOf)))
}

/** What was written; `version` is the file's after that. */
type AddedExample = { id: string; example: string; file: string; version: string }

/** Adds a message to the examples of an answer. @returns why it can't, for the owner */
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

/** @returns false if the file was changed since; it's left alone then */
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
