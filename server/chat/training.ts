import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { Entry } from '../../platform/content/chat/answers.ts'
import { examplesFolder, withExample, withoutExample } from '../../platform/content/chat/examples.ts'
import { contentPath, readText, yamlFilesIn } from '../../platform/content/read-content.ts'
import type { TranscriptMessage } from '../leads/transcript.ts'
import type { TrainedAnswers } from './answers.ts'
import { detectEmergency } from './emergency.ts'
import { detectIntents, type PreviousExchange } from './intents.ts'
import { type Prediction, tokenize } from './model.ts'

type UnsureMessage = {
  message: string
  reference: string
  index: number
  previousMessage: string | undefined
  previousReply: string | undefined
  predictions: Prediction[]
}

const maxExampleCharacters = 160
const maxPredictions = 5

/** Messages the agent wasn't sure about: each wording once, without those that contain an email address or are examples. */
export function unsureMessagesIn(
  chats: readonly { reference: string; messages: readonly TranscriptMessage[] }[],
  { model, emergencyModel }: Pick<TrainedAnswers, 'model' | 'emergencyModel'>,
  examples: ReadonlySet<string>,
): UnsureMessage[] {
  const unsure = new Map<string, UnsureMessage>()
  for (const { reference, messages } of chats) {
    let previous: PreviousExchange | undefined
    let previousReply: string | undefined
    for (const [index, { role, content, isProved }] of messages.entries()) {
      if (role !== 'user') {
        // A browser could make up other replies.
        previousReply = isProved ? content : undefined
        continue
      }
      const message = content.trim()
      const normalized = normalizeMessage(message)
      const inContext = normalizeMessage(`${previous?.message ?? ''} > ${message}`)
      const isKnown = unsure.has(normalized) || examples.has(normalized) || examples.has(inContext)
      if (canBeExample(content) && !isKnown) {
        const { ids, isUnsure, messagePredictions } = detectIntents(content, previous, model)
        const isSure = !isUnsure && ids.length > 0 && !ids.includes('unknown')
        const predictions = messagePredictions.slice(0, maxPredictions)
        const origin = { reference, index, previousMessage: previous?.message, previousReply }
        if (!isSure && detectEmergency(content, emergencyModel) === undefined)
          unsure.set(normalized, { message, ...origin, predictions })
      }
      previous = { message: content, answerIds: [] }
    }
  }
  return [...unsure.values()]
}

function canBeExample(content: string): boolean {
  return content.length <= maxExampleCharacters && !content.includes('@') && !content.includes('\n')
}

/** The part of a message that the agent reads: without case, accents, and punctuation. */
export function normalizeMessage(message: string): string {
  return message
    .split(' > ')
    .map((part) => tokenize(part).join(' '))
    .join(' > ')
}

/** Examples that the chat has learned or will learn with the next build. */
export function examplesIn(answers: readonly Pick<Entry, 'examples'>[]): Set<string> {
  return new Set(answers.flatMap(({ examples }) => examples.map(normalizeMessage)))
}

/** An added example; `version` is the file's after the change. */
type AddedExample = { id: string; example: string; file: string; version: string }

/** Adds a message to the examples of an answer. @returns why it can't, for the owner */
export function addExample(id: string, message: string, answers: readonly Entry[]): AddedExample | string {
  const example = message.replaceAll(/\s+/g, ' ')
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
  const original = withoutExample(text, id, example)
  if (original === undefined || versionOf(text) !== version) return false
  writeFileSync(contentPath(file), original)
  return true
}

function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
