import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { AnswerExample, Entry } from '../../platform/content/chat/answers.ts'
import { examplesFolder, withExample, withoutExample } from '../../platform/content/chat/examples.ts'
import { contentPath, readText, yamlFilesIn } from '../../platform/content/read-content.ts'
import type { TranscriptMessage } from '../leads/transcript.ts'
import type { Agent } from './agent.ts'
import { type Prediction, tokenize } from './understand/model.ts'
import type { Act } from './understand/predict-act.ts'

type Chat = { reference: string; created_at: number; messages: readonly TranscriptMessage[] }

/** A visitor's message. `wordings`: the message alone, and after the previous message. */
export type ReviewedMessage = {
  message: string
  reference: string
  index: number
  at: number
  wordings: readonly string[]
  isSure: boolean
  canBeExample: boolean
  acts: Act[]
  predictions: Prediction[]
  around: TranscriptMessage[]
}

const maxExampleCharacters = 160
const maxPredictions = 5
/** Number of messages shown before and after a message. */
const [maxBefore, maxAfter] = [2, 1]

/** Computes how sure the chat was about each message. 500 chats need a second, so it lets requests run in between. */
export async function reviewMessages(chats: readonly Chat[], agent: Agent): Promise<ReviewedMessage[]> {
  const reviewed: ReviewedMessage[] = []
  for (const chat of chats) {
    reviewed.push(...reviewChat(chat, agent))
    await setImmediate()
  }
  return reviewed
}

function reviewChat({ reference, created_at, messages }: Chat, agent: Agent) {
  const answers = agent.answersAt(created_at)
  return messages.flatMap(({ role, content }, index): ReviewedMessage | [] => {
    if (role !== 'user') return []
    const message = content.trim()
    const { understood, state } = agent.understandLast(messages.slice(0, index + 1), answers)
    const { clauses, doubts, trouble, predictions } = understood
    const nearby = messages.slice(Math.max(0, index - maxBefore), index + maxAfter + 1)
    return {
      ...{ message, reference, index, at: created_at },
      wordings: [message, `${state.previous} > ${message}`].map(normalizeMessage),
      isSure: doubts.length === 0 || trouble?.isSure === true,
      canBeExample: canBeExample(content),
      acts: [...new Set(clauses.map(({ act }) => act))],
      predictions: predictions.slice(0, maxPredictions),
      // Browsers can forge unsigned replies.
      around: nearby.filter((each) => each.role === 'user' || each.isProved),
    }
  })
}

function canBeExample(content: string): boolean {
  return content.length <= maxExampleCharacters && !content.includes('@') && !content.includes('\n')
}

/** A message as the agent reads it: without case, accents, and punctuation. */
export function normalizeMessage(message: string): string {
  return message
    .split(' > ')
    .map((part) => tokenize(part).join(' '))
    .join(' > ')
}

/** Examples that the chat has learned or will learn with the next build. */
export function examplesIn(answers: readonly Pick<Entry, 'examples'>[]): Set<string> {
  return new Set(answers.flatMap(({ examples }) => examples.map(({ text }) => normalizeMessage(text))))
}

/** An added example; `version` is the file's after the change. */
type AddedExample = { id: string; example: string; file: string; version: string }

/** Adds a message to an answer's examples. @returns why it can't, for the owner */
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
