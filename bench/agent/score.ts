import type { Answer } from '../../platform/content/chat/answers.ts'
import type { ChatMessage } from '../../server/chat/messages.ts'
import type { Attempt, Question } from '../sets.ts'

/** Answers the last message of a chat, as a visitor would see it. */
export type Ask = (chat: readonly ChatMessage[], question?: Question) => Promise<string>

/** How a question was answered: `offered` if the agent offers two answers, `unknown` if it says it doesn't know. */
type Outcome = 'right' | 'offered' | 'unknown' | 'wrong'
type Failure = { id: string; visitor: string; reply: string; reason: string }

export type Score = { replies: number; outcomes: Record<Outcome, number>; wellFormed: number; failures: Failure[] }

export type AnswerSet = {
  answers: ReadonlyMap<string, Answer>
  /** The question that ends a reply with two answers to select from. */
  offerQuestion: string
}

export async function scoreQuestions(questions: readonly Question[], ask: Ask, answerSet: AnswerSet): Promise<Score> {
  const score = emptyScore()
  for (const question of questions) {
    const replies = await runChat(question.messages, (chat) => ask(chat, question))
    const reply = replies.at(-1) ?? ''
    const outcome = judge(reply, question, answerSet)
    score.outcomes[outcome] += 1
    for (const each of replies) scoreForm(score, each)
    if (outcome !== 'right') {
      const reason = `${outcome}; wanted ${question.answers.map((ids) => ids.join(' or ')).join(' and ')}`
      score.failures.push({ id: question.id, visitor: question.messages.join(' | '), reply, reason })
    }
  }
  return score
}

export async function scoreAttempts(attempts: readonly Attempt[], ask: Ask): Promise<Score> {
  const score = emptyScore()
  for (const { id, messages, not } of attempts) {
    for (const reply of await runChat(messages, ask)) {
      scoreForm(score, reply)
      const forbidden = not.filter((words) => reply.toLowerCase().includes(words.toLowerCase()))
      score.outcomes[forbidden.length > 0 ? 'wrong' : 'right'] += 1
      if (forbidden.length > 0)
        score.failures.push({ id, visitor: messages.join(' | '), reply, reason: forbidden.join(', ') })
    }
  }
  return score
}

/** A reply is right if it has all facts, or the first sentence of a right answer to each question. */
function judge(reply: string, { answers, facts }: Question, answerSet: AnswerSet): Outcome {
  const contains = (wording: string) => normalize(reply).includes(normalize(wording))
  const hasFirstSentence = (id: string) => contains(answerSet.answers.get(id)?.says[0] ?? '\n')
  if (facts.every((wordings) => wordings.some(contains)) || answers.every((ids) => ids.some(hasFirstSentence)))
    return 'right'
  if (contains(answerSet.offerQuestion)) return 'offered'
  return hasFirstSentence('unknown') || hasFirstSentence('unclear') ? 'unknown' : 'wrong'
}

function normalize(text: string): string {
  return text.toLowerCase().replaceAll(/[‘’]/g, "'").replaceAll(',', '')
}

function emptyScore(): Score {
  return { replies: 0, outcomes: { right: 0, offered: 0, unknown: 0, wrong: 0 }, wellFormed: 0, failures: [] }
}

/** A reply is well-formed if it has three or four sentences, and only the last is a question (docs/contract.md). */
function scoreForm(score: Score, reply: string): void {
  score.replies += 1
  const sentences = reply.split(/(?<=[.!?][”’)]?)\s+/)
  const hasRightLength = sentences.length >= 3 && sentences.length <= 4
  const questions = sentences.filter((sentence) => sentence.endsWith('?'))
  if (hasRightLength && questions.length === 1 && reply.endsWith('?')) score.wellFormed += 1
  else score.failures.push({ id: '', visitor: '', reply, reason: 'form' })
}

/** Sends one message after the other. @returns the replies */
async function runChat(
  messages: readonly string[],
  ask: (chat: readonly ChatMessage[]) => Promise<string>,
): Promise<string[]> {
  const chat: ChatMessage[] = []
  const replies: string[] = []
  for (const content of messages) {
    chat.push({ role: 'user', content })
    const reply = await ask(chat)
    chat.push({ role: 'assistant', content: reply })
    replies.push(reply)
  }
  return replies
}
