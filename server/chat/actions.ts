import { existsSync, statSync } from 'node:fs'
import { z } from 'zod'
import { change, noSuch, Refusal, read, text } from '../../platform/actions.ts'
import { builtPath, ContentError, contentVersion } from '../../platform/content/read-content.ts'
import { readSiteContent } from '../../platform/content/site-content.ts'
import type { Context } from '../context.ts'
import { chatsVersion, readChats } from '../leads/transcript.ts'
import type { TrainedAnswers } from './answers.ts'
import { hashContent, readTrained, trainedFile } from './train.ts'
import { addExample, examplesIn, normalizeMessage, removeExample, unsureMessagesIn } from './training.ts'

/** Only the newest chats are read, because the model has to classify each message. */
const maxChats = 500
const maxExampleCharacters = 160

const shortText = text(200)

/** Cached until a chat arrives, the answers or examples change, or the site is built. */
const lastTraining = new WeakMap<Context, { version: string; messages: ReturnType<typeof trainingOf> }>()

/** Maps an added, reworded example to the original message, which counts as taught while the example is in a file. */
const originalMessages = new Map<string, string>()

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
    message: ({ build, messages }) =>
      build === 'none'
        ? 'Build the site first: npm start.'
        : messages.length === 0 && 'The chat was sure about every message.',
  }),

  'training.teach': change({
    summary: 'Teach the chat which answer a message asks for, as of the next build',
    confirm: null,
    input: z.object({
      id: text(100, { description: 'of the answer', example: 'greeting' }),
      words: text(maxExampleCharacters, { words: true, description: 'the message', example: 'good evening' }),
      message: text(maxExampleCharacters, { hidden: true }).optional(),
    }),
    run: async (_: Context, { id, words, message = words }) => {
      if (normalizeMessage(words) === '') throw new Refusal('Enter a message.')
      const entries = readEntries()
      const ids = entries.map((entry) => entry.id)
      if (!ids.includes(id)) throw noSuch('answer', [id], ids)
      const added = addExample(id, words, entries)
      if (typeof added === 'string') throw new Refusal(added)
      originalMessages.set(normalizeMessage(added.example), normalizeMessage(message))
      return added
    },
    message: ({ id, file }) => `Added to content/${file} for ${id}. Build the site again: npm start.`,
  }),

  'training.undo': change({
    summary: 'Undo what was just taught',
    confirm: null,
    command: null,
    input: z.object({ id: shortText, example: shortText, file: shortText, version: shortText }),
    run: async (_: Context, added) => {
      if (!removeExample(added)) throw new Refusal(`content/${added.file} has changed since. Remove the line there.`)
      return {}
    },
  }),
}

/** Messages the chat wasn't sure about, with the answers they could be taught. */
export async function listTraining(context: Context) {
  const { db } = context.database
  const builtAt = statSync(builtPath(trainedFile), { throwIfNoEntry: false })?.mtimeMs
  const version = JSON.stringify([await chatsVersion(db), builtAt, originalMessages.size, contentVersion('agent')])
  const last = lastTraining.get(context)
  if (last?.version === version) return last.messages
  const messages = trainingOf(await readChats(db, maxChats), readBuilt())
  lastTraining.set(context, { version, messages })
  return messages
}

function trainingOf(chats: Awaited<ReturnType<typeof readChats>>, built: TrainedAnswers | undefined) {
  const entries = readEntries()
  const firstSentences = new Map(entries.map(({ id, says }) => [id, says[0] ?? '']))
  // Answers that are generated from a list have ids that no file contains.
  const teachable = entries.filter(({ id, writtenId }) => id === writtenId).map(({ id }) => id)
  const describe = (id: string) => ({ id, says: firstSentences.get(id) ?? '' })
  const examples = examplesIn(entries)
  for (const [example, message] of originalMessages) if (examples.has(example)) examples.add(message)
  const unsure = built === undefined ? [] : unsureMessagesIn(chats, built, examples)
  return {
    build: built === undefined ? ('none' as const) : built.contentHash === hashContent(entries) ? 'newest' : 'older',
    answers: teachable.map(describe),
    messages: unsure.map(({ message, reference, index, previousMessage, previousReply, predictions }) => ({
      message,
      reference,
      key: `${reference}-${index}`,
      before: previousMessage ?? null,
      reply: previousReply ?? null,
      nearest: predictions
        .filter(({ id }) => teachable.includes(id))
        .map(({ id, probability }) => ({ ...describe(id), percent: Math.round(probability * 100) })),
    })),
  }
}

function readBuilt(): TrainedAnswers | undefined {
  const file = builtPath(trainedFile)
  return existsSync(file) ? readTrained(file) : undefined
}

function readEntries() {
  try {
    return readSiteContent().chat.answers
  } catch (error) {
    throw error instanceof ContentError ? new Refusal(`Fix the content first: ${error.message}`) : error
  }
}
