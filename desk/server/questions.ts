import { existsSync } from 'node:fs'
import { z } from 'zod'
import { builtPath, ContentError, readText, yamlFilesIn } from '../../platform/content/read-content.ts'
import { readSiteContent } from '../../platform/content/site-content.ts'
import type { TrainedAnswers } from '../../server/chat/book/book.ts'
import { markOf, readTrained, trainedFile } from '../../server/chat/book/trained-answers.ts'
import { takeBackTaught, teachAnswer } from '../../server/chat/training/teach-answer.ts'
import { examplesIn, heardOf, unansweredIn } from '../../server/chat/training/unanswered.ts'
import type { Desk } from '../../server/desk.ts'
import { markOfTalks, readTalks } from '../../server/leads/talks.ts'
import { action, Refusal } from './action.ts'

/** The newest: each message is read as the agent reads it. */
const mostTalks = 500
const longestExample = 160

type Questions = ReturnType<typeof questionsOf>

/** Until a talk comes, the answers or their examples change, or the site is built again. */
const lastQuestions = new WeakMap<Desk, { mark: string; questions: Questions }>()

/** A message that was taught in other words, by those words: it is taught as long as they are in the files. */
const taughtAs = new Map<string, string>()

export const readQuestions = action(z.object({}), async (desk) => {
  const { db } = desk.database
  const texts = ['agent/answers', 'agent/examples'].flatMap(yamlFilesIn).map(readText)
  const built = readBuilt()
  const mark = JSON.stringify([await markOfTalks(db), built?.learnedFrom, taughtAs.size, ...texts])
  const last = lastQuestions.get(desk)
  if (last?.mark === mark) return last.questions
  const questions = questionsOf(await readTalks(db, mostTalks), built)
  lastQuestions.set(desk, { mark, questions })
  return questions
})

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
    questions: unanswered.map(({ turn, nearest, before, reply, ...question }) => ({
      ...question,
      key: `${question.reference}-${turn}`,
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

export const teach = action(
  z.object({ id: z.string().max(100), words: z.string().max(longestExample), message: z.string().max(longestExample) }),
  async (_, { id, words, message }) => {
    if (heardOf(words) === '') throw new Refusal('There are no words to teach.')
    const taught = teachAnswer(id, words, readEntries())
    if (typeof taught === 'string') throw new Refusal(taught)
    taughtAs.set(heardOf(taught.example), heardOf(message))
    return taught
  },
)

const line = z.string().max(200)

export const takeBack = action(z.object({ id: line, example: line, file: line, mark: line }), async (_, taught) => {
  if (!takeBackTaught(taught)) throw new Refusal(`content/${taught.file} was changed since; take the line out there.`)
  return {}
})
