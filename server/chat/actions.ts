import { z } from 'zod'
import { change, flag, noSuch, Refusal, read, text } from '../../platform/actions.ts'
import type { Entry } from '../../platform/content/chat/answers.ts'
import type { Context } from '../context.ts'
import { addExample, removeExample } from './training/add-example.ts'
import { listTraining, readBuiltAt, readWritten } from './training/list-training.ts'
import { normalizeMessage } from './training/review-messages.ts'
import { hashMessage, writeReview } from './training/reviews.ts'

const maxExampleCharacters = 160

const shortText = text(200)

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
    summary: 'Assign a message to an answer (takes effect with the next build)',
    confirm: null,
    input: z.object({
      id: text(100, { description: 'of the answer', example: 'greeting' }),
      words: text(maxExampleCharacters, { freeText: true, description: 'the message', example: 'good evening' }),
      message: text(maxExampleCharacters, { hidden: true }).optional(),
    }),
    run: (context: Context, example) => teach(context, example, readWritten().entries),
    message: ({ id, file }) => `Added to content/${file} for ${id}. Build the site again: npm start.`,
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
      ...{ id: shortText, example: shortText, file: shortText, version: shortText },
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
