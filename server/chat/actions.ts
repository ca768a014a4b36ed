import { existsSync, statSync } from 'node:fs'
import { z } from 'zod'
import { change, flag, noSuch, Refusal, read, text } from '../../platform/actions.ts'
import type { Entry } from '../../platform/content/chat/answers.ts'
import type { WrittenAnswers } from '../../platform/content/chat/chat.ts'
import { ContentError } from '../../platform/content/files/content-error.ts'
import { builtPath, contentVersion } from '../../platform/content/files/content-files.ts'
import { readSiteContent } from '../../platform/content/site-content.ts'
import { lazy } from '../../platform/lazy.ts'
import type { Context } from '../context.ts'
import { chatsVersion, readChats } from '../leads/transcript.ts'
import { createAgent } from './agent.ts'
import {
  addExample,
  examplesIn,
  hashMessage,
  normalizeMessage,
  type Review,
  type ReviewedMessage,
  readReviews,
  removeExample,
  reviewMessages,
  writeReview,
} from './training.ts'
import { sureThreshold } from './understand/find-answer.ts'
import { hashContent, readTrained, trainedFile } from './understand/train.ts'
import type { TrainedAnswers } from './understand/understand.ts'

/** Limits the work: the model classifies each message of these chats. */
const maxChats = 500
const maxExampleCharacters = 160

const shortText = text(200)

/** This cache is valid until a chat arrives or the site is built. */
const lastReviewed = new WeakMap<Context, { version: string; messages: Promise<ReviewedMessage[]> }>()
/** This cache is valid until the reviewed messages, the answers, or the examples change. */
const lastTraining = new WeakMap<Context, { version: string; messages: Training }>()

export const trainingActions = {
  'training.list': read({
    summary: 'List messages the chat wasn’t sure about, with the nearest answers',
    input: z.object({}),
    run: listTraining,
    print: ({ messages }) => [
      {
        rows: messages.map(({ message, nearest }) => ({
          message,
          nearest: nearest.map(({ id, percent }) => `${id} (${percent}%)`).join(', '),
        })),
      },
    ],
    message: ({ build, messages }) => {
      if (build === 'none') return 'Build the site first with npm start.'
      return messages.length === 0 && 'The chat was sure about every message.'
    },
  }),

  'training.teach': change({
    summary: 'Assign a message to an answer (takes effect with the next build)',
    confirm: null,
    input: z.object({
      id: text(100, { description: 'of the answer', example: 'greeting' }),
      words: text(maxExampleCharacters, { freeText: true, description: 'the message', example: 'good evening' }),
      message: text(maxExampleCharacters, { hidden: true }).optional(),
    }),
    run: (context: Context, example) => teach(context, example, readWritten().entries),
    message: ({ id, file }) => `Added to content/${file} for ${id}. Build the site again with npm start.`,
  }),

  'training.ignore': change({
    summary: 'Ignore a message the chat wasn’t sure about',
    confirm: null,
    input: z.object({
      message: text(maxExampleCharacters, { freeText: true, example: 'good evening' }),
      undo: flag('review it again instead'),
    }),
    run: async ({ database, salt, now }: Context, { message, undo }) => {
      if (normalizeMessage(message) === '') throw new Refusal('Enter a message.')
      await database.write((tx) => writeReview(tx, hashMessage(message, salt), undo ? undefined : { at: now() }))
      return {}
    },
    message: (_, { message, undo }) => `“${message}” is ${undo ? 'back in the list to review' : 'ignored'}.`,
  }),

  'training.undo': change({
    summary: 'Undo the last assignment',
    confirm: null,
    command: null,
    input: z.object({
      id: shortText,
      example: shortText,
      file: shortText,
      version: shortText,
      message: shortText.optional(),
    }),
    run: async ({ database, salt }: Context, { message, ...added }) => {
      if (!removeExample(added))
        throw new Refusal(`content/${added.file} has changed since then. Remove the line there.`)
      await database.write((tx) => writeReview(tx, hashMessage(message ?? added.example, salt), undefined))
      return {}
    },
  }),
}

type Example = { id: string; words: string; message?: string | undefined }

/** Adds an example to an answer. The chat uses it after the next build. @throws Refusal */
export async function teach(
  { database, salt, now }: Context,
  { id, words, message = words }: Example,
  entries: readonly Entry[],
) {
  if (normalizeMessage(words) === '') throw new Refusal('Enter a message.')
  const ids = entries.map((entry) => entry.id)
  if (!ids.includes(id)) throw noSuch('answer', [id], ids)
  const added = addExample(id, words, entries)
  if (typeof added === 'string') throw new Refusal(added)
  const saved = { id, example: hashMessage(added.example, salt), builtAt: readBuiltAt() }
  await database.write((tx) => writeReview(tx, hashMessage(message, salt), { at: now(), saved }))
  return { ...added, message }
}

type Training = ReturnType<typeof sortMessages> & {
  build: 'none' | 'newest' | 'older'
  builtAt: number | null
  newExamples: number
  counts: { messages: number; sure: number }
  surePercent: number
}

/** Lists messages the chat wasn't sure about, with the answers they could be examples of. */
export async function listTraining(context: Context): Promise<Training> {
  const { database, salt } = context
  const builtAt = readBuiltAt()
  const chats = `${await chatsVersion(database.db)} ${builtAt}`
  const reviews = await readReviews(database.db)
  const version = JSON.stringify([chats, [...reviews], contentVersion('agent')])
  const last = lastTraining.get(context)
  if (last?.version === version) return last.messages
  const built = readBuilt()
  const written = readWritten()
  const all = built === undefined ? [] : await readReviewed(context, built, chats)
  const messages = {
    build: buildOf(built, written),
    builtAt,
    newExamples: [...reviews.values()].filter(({ saved }) => saved && saved.builtAt === builtAt).length,
    counts: { messages: all.length, sure: all.filter(({ isSure }) => isSure).length },
    surePercent: sureThreshold * 100,
    ...sortMessages(all, reviews, written.entries, salt),
  }
  lastTraining.set(context, { version, messages })
  return messages
}

async function readReviewed(context: Context, built: TrainedAnswers, version: string): Promise<ReviewedMessage[]> {
  const last = lastReviewed.get(context)
  if (last?.version === version) return await last.messages
  const chats = await readChats(context.database.db, maxChats)
  const messages = reviewMessages(chats, createAgent(built, readSiteContent().chat))
  lastReviewed.set(context, { version, messages })
  return await messages
}

/** Sorts messages into to-review, saved, and ignored lists, with each wording once. */
function sortMessages(
  all: readonly ReviewedMessage[],
  reviews: ReadonlyMap<string, Review>,
  entries: readonly Entry[],
  salt: string,
) {
  const answers = new Map(entries.map(({ id, title, facts }) => [id, { title, says: facts[0]?.text ?? '' }]))
  // Generated answers have IDs that aren't in any file.
  const teachable = entries.filter(({ id, writtenId }) => id === writtenId).map(({ id }) => id)
  const describe = (id: string) => ({ id, title: id, says: '', ...answers.get(id) })
  // Each needs a tenth of a second, and only messages use them.
  const examples = lazy(() => examplesIn(entries))
  const exampleHashes = lazy(() => new Set([...examples()].map((example) => hashMessage(example, salt))))
  const sort = ({ message, wordings, isSure, reference, index, at, around, acts, predictions }: ReviewedMessage) => {
    const review = reviews.get(hashMessage(message, salt))
    const saved = review?.saved && exampleHashes().has(review.saved.example) ? review.saved : undefined
    const isIgnored = review !== undefined && !review.saved
    const isKnown = isSure || wordings.some((wording) => examples().has(wording))
    const shown = {
      message,
      reference,
      at,
      key: `${reference}-${index}`,
      acts,
      savedAs: saved ? describe(saved.id) : null,
      around: around.map(({ role, content }) => ({ role, content, isMessage: content.trim() === message })),
      nearest: predictions
        .filter(({ id }) => teachable.includes(id))
        .map(({ id, probability }) => ({ ...describe(id), percent: Math.round(probability * 100) })),
    }
    return { list: listFor({ isSaved: saved !== undefined, isIgnored, isKnown }), wording: wordings[0], shown }
  }
  const sorted = all.filter(({ canBeExample }) => canBeExample).map(sort)
  const listed = (name: string) => {
    const wordings = Map.groupBy(
      sorted.filter(({ list }) => list === name),
      ({ wording }) => wording,
    )
    return [...wordings.values()].flatMap(([newest]) => newest?.shown ?? [])
  }
  return {
    answers: teachable.map(describe),
    /** The least certain first. */
    messages: listed('messages').toSorted((a, b) => percentOf(a) - percentOf(b)),
    saved: listed('saved'),
    ignored: listed('ignored'),
  }
}

type MessageState = { isSaved: boolean; isIgnored: boolean; isKnown: boolean }

function listFor({ isSaved, isIgnored, isKnown }: MessageState): 'saved' | 'ignored' | 'known' | 'messages' {
  if (isSaved) return 'saved'
  if (isIgnored) return 'ignored'
  return isKnown ? 'known' : 'messages'
}

function percentOf({ nearest: [best] }: { nearest: readonly { percent: number }[] }): number {
  return best?.percent ?? 0
}

/** When a build last trained the chat, in ms. */
function readBuiltAt(): number | null {
  return statSync(builtPath(trainedFile), { throwIfNoEntry: false })?.mtimeMs ?? null
}

function buildOf(built: TrainedAnswers | undefined, written: WrittenAnswers): 'none' | 'newest' | 'older' {
  if (built === undefined) return 'none'
  return built.contentHash === hashContent(written) ? 'newest' : 'older'
}

function readBuilt(): TrainedAnswers | undefined {
  const file = builtPath(trainedFile)
  return existsSync(file) ? readTrained(file) : undefined
}

function readWritten(): WrittenAnswers {
  try {
    return readSiteContent().chat.answers
  } catch (error) {
    throw error instanceof ContentError ? new Refusal(`Fix the content first: ${error.message}`) : error
  }
}
