import type { Answer } from '../../platform/content/chat/answers.ts'
import type { ChatMessage } from '../../server/chat/messages.ts'
import type { Attempt, Question } from '../sets.ts'

/** Answers the last turn, as a visitor would see it. */
export type Ask = (turns: readonly ChatMessage[], question?: Question) => Promise<string>

/** What became of a question: `near` offers two answers, `unknown` says that the agent doesn't know. */
type Outcome = 'right' | 'near' | 'unknown' | 'wrong'
type Failure = { id: string; visitor: string; reply: string; why: string }

export type Score = { replies: number; outcomes: Record<Outcome, number>; formed: number; failures: Failure[] }

export type AnswerSet = {
  answers: ReadonlyMap<string, Answer>
  /** The question that ends a reply which offers two answers. */
  near: string
}

export async function scoreQuestions(questions: readonly Question[], ask: Ask, answerSet: AnswerSet): Promise<Score> {
  const score = emptyScore()
  for (const question of questions) {
    const replies = await runChat(question.messages, (turns) => ask(turns, question))
    const reply = replies.at(-1) ?? ''
    const outcome = outcomeOf(reply, question, answerSet)
    score.outcomes[outcome] += 1
    for (const each of replies) count(score, each)
    if (outcome !== 'right') {
      const why = `${outcome}; wanted ${question.answers.map((ids) => ids.join(' or ')).join(' and ')}`
      score.failures.push({ id: question.id, visitor: question.messages.join(' | '), reply, why })
    }
  }
  return score
}

export async function scoreAttempts(attempts: readonly Attempt[], ask: Ask): Promise<Score> {
  const score = emptyScore()
  for (const { id, messages, not } of attempts) {
    for (const reply of await runChat(messages, ask)) {
      count(score, reply)
      const said = not.filter((words) => reply.toLowerCase().includes(words.toLowerCase()))
      score.outcomes[said.length > 0 ? 'wrong' : 'right'] += 1
      if (said.length > 0) score.failures.push({ id, visitor: messages.join(' | '), reply, why: said.join(', ') })
    }
  }
  return score
}

/** Right is a reply with the facts, or with the first sentence of an answer that is right, for each question. */
function outcomeOf(reply: string, { answers, facts }: Question, answerSet: AnswerSet): Outcome {
  const holds = (wording: string) => plain(reply).includes(plain(wording))
  const isKey = (id: string) => holds(answerSet.answers.get(id)?.says[0] ?? '\n')
  if (facts.every((wordings) => wordings.some(holds)) || answers.every((ids) => ids.some(isKey))) return 'right'
  if (holds(answerSet.near)) return 'near'
  return isKey('unknown') || isKey('unclear') ? 'unknown' : 'wrong'
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[‘’]/g, "'").replaceAll(',', '')
}

function emptyScore(): Score {
  return { replies: 0, outcomes: { right: 0, near: 0, unknown: 0, wrong: 0 }, formed: 0, failures: [] }
}

/** Three or four sentences, the last of them alone a question (section 9 of the specification). */
function count(score: Score, reply: string): void {
  score.replies += 1
  const sentences = reply.split(/(?<=[.!?][”’)]?)\s+/)
  const isFormed = sentences.length >= 3 && sentences.length <= 4
  const questions = sentences.filter((sentence) => sentence.endsWith('?'))
  if (isFormed && questions.length === 1 && reply.endsWith('?')) score.formed += 1
  else score.failures.push({ id: '', visitor: '', reply, why: 'form' })
}

/** Says one message after the other, with the replies in between. */
async function runChat(
  messages: readonly string[],
  ask: (turns: readonly ChatMessage[]) => Promise<string>,
): Promise<string[]> {
  const turns: ChatMessage[] = []
  const replies: string[] = []
  for (const content of messages) {
    turns.push({ role: 'user', content })
    const reply = await ask(turns)
    turns.push({ role: 'assistant', content: reply })
    replies.push(reply)
  }
  return replies
}
