import { existsSync } from 'node:fs'
import { z } from 'zod'
import { change, noSuch, Refusal, read, text } from '../../platform/actions.ts'
import { builtPath, ContentError, readText, yamlFilesIn } from '../../platform/content/read-content.ts'
import { readSiteContent } from '../../platform/content/site-content.ts'
import type { Context } from '../context.ts'
import { chatsVersion, readChats } from '../leads/transcript.ts'
import type { TrainedAnswers } from './answers.ts'
import { readTrained, trainedFile, versionOf } from './train.ts'
import { addExample, examplesIn, normalizeMessage, removeExample, unansweredIn } from './training.ts'

/** Only the newest chats, because the model reads every message. */
const maxChats = 500
const maxExample = 160

type Training = ReturnType<typeof trainingOf>

const line = text(200)

/** Valid until a chat arrives, the answers or examples change, or the site is built. */
const lastTraining = new WeakMap<Context, { version: string; messages: Training }>()

/** Original messages by the reworded example that was added. They count as taught while the example is in a file. */
const originalMessages = new Map<string, string>()

export const trainingActions = {
  'training.list': read({
    summary: 'List messages the chat wasn’t sure about, with the nearest answers',
    input: z.object({}),
    run: async (context: Context) => {
      const { db } = context.database
      const texts = ['agent/answers', 'agent/examples'].flatMap(yamlFilesIn).map(readText)
      const built = readBuilt()
      const version = JSON.stringify([await chatsVersion(db), built?.learnedFrom, originalMessages.size, ...texts])
      const last = lastTraining.get(context)
      if (last?.version === version) return last.messages
      const messages = trainingOf(await readChats(db, maxChats), built)
      lastTraining.set(context, { version, messages })
      return messages
    },
    print: ({ messages }) => [
      {
        rows: messages.map(({ message, nearest }) => ({
          message,
          nearest: nearest.map(({ id, percent }) => `${id} (${percent} %)`).join(', '),
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
    input: z.object({
      id: text(100, { description: 'of the answer', example: 'greeting' }),
      words: text(maxExample, { words: true, description: 'the message', example: 'good evening' }),
      message: text(maxExample, { hidden: true }).optional(),
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
    command: null,
    input: z.object({ id: line, example: line, file: line, version: line }),
    run: async (_: Context, added) => {
      if (!removeExample(added)) throw new Refusal(`content/${added.file} has changed since. Remove the line there.`)
      return {}
    },
  }),
}

function trainingOf(chats: Awaited<ReturnType<typeof readChats>>, built: TrainedAnswers | undefined) {
  const entries = readEntries()
  const says = new Map(entries.map(({ id, says }) => [id, says[0] ?? '']))
  // Answers that are generated for each entry of a list have ids that are in no file.
  const teachable = new Set(entries.flatMap(({ id, writtenId }) => (id === writtenId ? id : [])))
  const examples = examplesIn(entries)
  for (const [words, message] of originalMessages) if (examples.has(words)) examples.add(message)
  const unanswered = built === undefined ? [] : unansweredIn(chats, built.model, examples)
  return {
    build: built === undefined ? ('none' as const) : built.learnedFrom === versionOf(entries) ? 'newest' : 'older',
    answers: entries.flatMap(({ id, says }) => (teachable.has(id) ? { id, says: says[0] ?? '' } : [])),
    messages: unanswered.map(({ turn, nearest, reply, before, ...message }) => ({
      ...message,
      key: `${message.reference}-${turn}`,
      before: before ?? null,
      reply: reply ?? null,
      nearest: nearest.flatMap(({ id, chance }) =>
        teachable.has(id) ? { id, percent: Math.round(chance * 100), says: says.get(id) ?? '' } : [],
      ),
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
