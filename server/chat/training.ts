import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { Db } from '../../migrations/tables.ts'
import type { AnswerExample, Entry } from '../../platform/content/chat/answers.ts'
import { examplesFolder, withExample, withoutExample } from '../../platform/content/chat/examples.ts'
import { contentPath, readText, yamlFilesIn } from '../../platform/content/files/content-files.ts'
import { deleteSetting, readSettings, writeSetting } from '../../platform/db/settings.ts'
import { keyedHash } from '../../platform/signing.ts'
import type { TranscriptMessage } from '../leads/transcript.ts'
import type { Agent } from './agent.ts'
import { type Prediction, tokenize } from './understand/model.ts'
import type { Act } from './understand/read-message.ts'

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
/** Numbers of messages to show before and after a message. */
const maxBefore = 2
const maxAfter = 1

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
      message,
      reference,
      index,
      at: created_at,
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

/** Examples the chat has learned or will learn with the next build. */
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

/** A saved example: its answer, its hash, and the build at that time, which didn't include it yet. */
const savedExample = z.object({ id: z.string(), example: z.string(), builtAt: z.number().nullable() })
/** What the owner did with a message: saved it as an example, or ignored it. */
const reviewSchema = z.object({ at: z.number(), saved: savedExample.optional() })
export type Review = z.infer<typeof reviewSchema>

const reviewPrefix = 'training:'

/** Hashes a message, so an erased visitor's words aren't kept. */
export function hashMessage(message: string, salt: string): string {
  return keyedHash(salt, `training\n${normalizeMessage(message)}`)
}

/** Reads all reviews, keyed by message hash. */
export async function readReviews(db: Db): Promise<Map<string, Review>> {
  const stored = await readSettings(db, reviewPrefix)
  return new Map([...stored].map(([hash, value]) => [hash, reviewSchema.parse(JSON.parse(value))]))
}

/** @param change undefined to review the message again */
export async function writeReview(tx: Db, hash: string, change: Review | undefined): Promise<void> {
  if (change === undefined) await deleteSetting(tx, reviewPrefix + hash)
  else await writeSetting(tx, reviewPrefix + hash, JSON.stringify(change))
}
