import { existsSync, statSync } from 'node:fs'
import { Refusal } from '../../../platform/actions.ts'
import type { Entry } from '../../../platform/content/chat/answers.ts'
import type { WrittenAnswers } from '../../../platform/content/chat/chat.ts'
import { ContentError } from '../../../platform/content/files/content-error.ts'
import { builtPath, contentVersion } from '../../../platform/content/files/content-files.ts'
import { readSiteContent } from '../../../platform/content/site-content.ts'
import { lazy } from '../../../platform/lazy.ts'
import type { Context } from '../../context.ts'
import { chatsVersion, readChats } from '../../leads/transcript.ts'
import { createAgent } from '../agent.ts'
import { sureThreshold } from '../understand/find-answer.ts'
import { hashContent, readTrained, trainedFile } from '../understand/train.ts'
import type { TrainedAnswers } from '../understand/understand.ts'
import { examplesIn, type ReviewedMessage, reviewMessages } from './review-messages.ts'
import { hashMessage, type Review, readReviews } from './reviews.ts'

/** Maximum number of newest chats to read. Classifying all their messages needs about a second. */
const maxChats = 500
/** Reviewed messages, cached per context until a chat arrives or the site is built. */
const lastReviewed = new WeakMap<Context, { version: string; messages: Promise<ReviewedMessage[]> }>()
/** Training lists, cached per context until the reviewed messages, the answers, or the examples change. */
const lastTraining = new WeakMap<Context, { version: string; messages: Training }>()

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
  // Leave out generated answers, whose IDs aren't in any file.
  const teachable = entries.filter(({ id, writtenId }) => id === writtenId).map(({ id }) => id)
  const describe = (id: string) => ({ id, title: id, says: '', ...answers.get(id) })
  // Computed on demand: each needs a tenth of a second, and they're only used if there are messages.
  const examples = lazy(() => examplesIn(entries))
  const exampleHashes = lazy(() => new Set([...examples()].map((example) => hashMessage(example, salt))))
  const sort = ({ message, wordings, isSure, reference, index, at, around, acts, predictions }: ReviewedMessage) => {
    const review = reviews.get(hashMessage(message, salt))
    const saved = review?.saved && exampleHashes().has(review.saved.example) ? review.saved : undefined
    const isKnown = isSure || wordings.some((wording) => examples().has(wording))
    const unsaved = review && !review.saved ? 'ignored' : isKnown ? 'known' : 'messages'
    const shown = {
      ...{ message, reference, at, key: `${reference}-${index}` },
      acts,
      savedAs: saved ? describe(saved.id) : null,
      around: around.map(({ role, content }) => ({ role, content, isMessage: content.trim() === message })),
      nearest: predictions
        .filter(({ id }) => teachable.includes(id))
        .map(({ id, probability }) => ({ ...describe(id), percent: Math.round(probability * 100) })),
    }
    return { list: saved ? 'saved' : unsaved, wording: wordings[0], shown }
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
    /** Least certain first. */
    messages: listed('messages').toSorted((a, b) => percentOf(a) - percentOf(b)),
    saved: listed('saved'),
    ignored: listed('ignored'),
  }
}

function percentOf({ nearest: [best] }: { nearest: readonly { percent: number }[] }): number {
  return best?.percent ?? 0
}

/** Time when a build last trained the chat (epoch ms). */
export function readBuiltAt(): number | null {
  return statSync(builtPath(trainedFile), { throwIfNoEntry: false })?.mtimeMs ?? null
}

/** Whether the last build was trained on the current content. */
function buildOf(built: TrainedAnswers | undefined, written: WrittenAnswers): 'none' | 'newest' | 'older' {
  if (built === undefined) return 'none'
  return built.contentHash === hashContent(written) ? 'newest' : 'older'
}

function readBuilt(): TrainedAnswers | undefined {
  const file = builtPath(trainedFile)
  return existsSync(file) ? readTrained(file) : undefined
}

/** @throws Refusal if content/ is invalid */
export function readWritten(): WrittenAnswers {
  try {
    return readSiteContent().chat.answers
  } catch (error) {
    throw error instanceof ContentError ? new Refusal(`Fix the content first: ${error.message}`) : error
  }
}
