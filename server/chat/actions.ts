import { existsSync } from 'node:fs'
import { z } from 'zod'
import { change, noSuch, Refusal, read } from '../../platform/actions.ts'
import { builtPath, ContentError, readText, yamlFilesIn } from '../../platform/content/read-content.ts'
import { readSiteContent } from '../../platform/content/site-content.ts'
import type { Desk as Context } from '../desk.ts'
import { markOfTalks, readTalks } from '../leads/talks.ts'
import type { TrainedAnswers } from './book/book.ts'
import { markOf, readTrained, trainedFile } from './book/trained-answers.ts'
import { takeBackTaught, teachAnswer } from './training/teach-answer.ts'
import { examplesIn, heardOf, unansweredIn } from './training/unanswered.ts'

/** The newest: each message is read as the agent reads it. */
const maxTalks = 500
const maxExample = 160

type Questions = ReturnType<typeof questionsOf>

const line = z.string().max(200)

/** Until a talk comes, the answers or their examples change, or the site is built again. */
const lastQuestions = new WeakMap<Context, { mark: string; questions: Questions }>()

/** A message that was taught in other words, by those words: it is taught as long as they are in the files. */
const taughtAs = new Map<string, string>()

export const trainingActions = {
  'training.list': read({
    summary: 'List messages the chat wasn’t sure about, with the nearest answers',
    input: z.object({}),
    run: async (context: Context) => {
      const { db } = context.database
      const texts = ['agent/answers', 'agent/examples'].flatMap(yamlFilesIn).map(readText)
      const built = readBuilt()
      const mark = JSON.stringify([await markOfTalks(db), built?.learnedFrom, taughtAs.size, ...texts])
      const last = lastQuestions.get(context)
      if (last?.mark === mark) return last.questions
      const questions = questionsOf(await readTalks(db, maxTalks), built)
      lastQuestions.set(context, { mark, questions })
      return questions
    },
    print: ({ questions }) => [
      {
        rows: questions.map(({ message, nearest }) => ({
          message,
          nearest: nearest.map(({ id, percent }) => `${id} (${percent} %)`).join(', '),
        })),
      },
    ],
    message: ({ build, questions }) => {
      if (build === 'none') return 'Build the site first: npm start.'
      return questions.length === 0 ? 'The chat was sure about every message.' : []
    },
  }),

  'training.teach': change({
    summary: 'Teach the chat that a message asks for an answer; it knows with the next build',
    input: z.object({
      id: z.string().max(100).meta({ description: 'of the answer', example: 'greeting' }),
      words: z.string().max(maxExample).meta({ words: true, description: 'the message', example: 'good evening' }),
      message: z.string().max(maxExample).optional().meta({ hidden: true }),
    }),
    run: async (_: Context, { id, words, message = words }) => {
      if (heardOf(words) === '') throw new Refusal('Enter the words of the message.')
      const entries = readEntries()
      if (entries.every((entry) => entry.id !== id))
        throw noSuch(
          'answer',
          [id],
          entries.map((entry) => entry.id),
        )
      const taught = teachAnswer(id, words, entries)
      if (typeof taught === 'string') throw new Refusal(taught)
      taughtAs.set(heardOf(taught.example), heardOf(message))
      return taught
    },
    message: ({ id, file }) => `Written to content/${file}, for ${id}. Build the site again: npm start.`,
  }),

  'training.undo': change({
    summary: 'Take back what was just taught',
    command: null,
    input: z.object({ id: line, example: line, file: line, mark: line }),
    run: async (_: Context, taught) => {
      if (!takeBackTaught(taught))
        throw new Refusal(`content/${taught.file} was changed since. Take the line out there.`)
      return {}
    },
  }),
}

function questionsOf(talks: Awaited<ReturnType<typeof readTalks>>, built: TrainedAnswers | undefined) {
  const entries = readEntries()
  const says = new Map(entries.map(({ id, says }) => [id, says[0] ?? '']))
  // Of one that is made for each entry of a list the id is in no file.
  const teachable = new Set(entries.flatMap(({ id, writtenId }) => (id === writtenId ? id : [])))
  const examples = examplesIn(entries)
  for (const [words, message] of taughtAs) if (examples.has(words)) examples.add(message)
  const unanswered = built === undefined ? [] : unansweredIn(talks, built.model, examples)
  return {
    build: built === undefined ? ('none' as const) : built.learnedFrom === markOf(entries) ? 'newest' : 'older',
    answers: entries.flatMap(({ id, says }) => (teachable.has(id) ? { id, says: says[0] ?? '' } : [])),
    questions: unanswered.map(({ turn, nearest, reply, before, ...question }) => ({
      ...question,
      key: `${question.reference}-${turn}`,
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
    return readSiteContent().agent.answers
  } catch (error) {
    throw error instanceof ContentError ? new Refusal(`First put the content right: ${error.message}`) : error
  }
}
