import type { ChatMessage, Turn } from '../../server/chat/messages.ts'
import type { Attempt, Question } from '../sets.ts'

/** A reply as a visitor sees it, and what it said in ids. */
type Reply = { text: string; turn: Turn }
export type Ask = (chat: readonly ChatMessage[], question?: Question) => Promise<Reply>

/** `offered`: what wasn't said is among the buttons. `unknown`: the chat says that it doesn't know. */
type Outcome = 'right' | 'offered' | 'unknown' | 'wrong'
type Failure = { id: string; visitor: string; reply: string; reason: string }
export type Score = { replies: number; outcomes: Record<Outcome, number>; wellFormed: number; failures: Failure[] }

export async function scoreQuestions(questions: readonly Question[], ask: Ask): Promise<Score> {
  const score = emptyScore()
  for (const question of questions) {
    const { id, messages, answers } = question
    const replies = await runChat(messages, (chat) => ask(chat, question))
    const outcomes = replies.slice(-1).map((reply) => judge(reply, question))
    for (const outcome of outcomes) score.outcomes[outcome] += 1
    const wanted = answers.map((ids) => ids.join(' or ')).join(' and ')
    addReplies(score, id, messages, replies)
    if (outcomes[0] !== 'right') addFailure(score, id, messages, replies.at(-1), `${outcomes[0]}; wanted ${wanted}`)
  }
  return score
}

export async function scoreAttempts(attempts: readonly Attempt[], ask: Ask): Promise<Score> {
  const score = emptyScore()
  for (const { id, messages, not } of attempts) {
    const replies = await runChat(messages, ask)
    addReplies(score, id, messages, replies)
    for (const reply of replies) {
      const forbidden = not.filter((words) => reply.text.toLowerCase().includes(words.toLowerCase()))
      score.outcomes[forbidden.length > 0 ? 'wrong' : 'right'] += 1
      if (forbidden.length > 0) addFailure(score, id, messages, reply, forbidden.join(', '))
    }
  }
  return score
}

/** A reply is right if it tells a right answer to each question, or has all facts in words. */
function judge({ text, turn }: Reply, { answers, facts }: Question): Outcome {
  const said = new Set(turn.facts.map((id) => id.replace(/\.[^.]+$/, '')))
  const plain = normalize(text)
  const hasFacts = facts.every((wordings) => wordings.some((wording) => plain.includes(normalize(wording))))
  if (hasFacts || answers.every((ids) => ids.some((id) => said.has(id)))) return 'right'
  if (answers.every((ids) => ids.some((id) => said.has(id) || turn.buttons.includes(id)))) return 'offered'
  return said.has('unknown') || said.has('unclear') || said.size === 0 ? 'unknown' : 'wrong'
}

function normalize(text: string): string {
  return text.toLowerCase().replaceAll(/[‘’]/g, "'").replaceAll(',', '')
}

function emptyScore(): Score {
  return { replies: 0, outcomes: { right: 0, offered: 0, unknown: 0, wrong: 0 }, wellFormed: 0, failures: [] }
}

/** A reply is well-formed if it has two to five sentences, and only the last is a question (docs/contract.md). */
function addReplies(score: Score, id: string, messages: readonly string[], replies: readonly Reply[]): void {
  for (const reply of replies) {
    const sentences = reply.text.split(/(?<=[.!?])\s+/)
    const isQuestion = sentences.map((sentence) => sentence.endsWith('?'))
    const isWellFormed =
      sentences.length >= 2 && sentences.length <= 5 && isQuestion.indexOf(true) === sentences.length - 1
    score.replies += 1
    if (isWellFormed) score.wellFormed += 1
    else addFailure(score, id, messages, reply, 'form')
  }
}

function addFailure(score: Score, id: string, messages: readonly string[], reply: Reply | undefined, reason: string) {
  score.failures.push({ id, visitor: messages.join(' | '), reply: reply?.text ?? '', reason })
}

/** Sends one message after the other. @returns the replies */
async function runChat(messages: readonly string[], ask: (chat: readonly ChatMessage[]) => Promise<Reply>) {
  const chat: ChatMessage[] = []
  const replies: Reply[] = []
  for (const content of messages) {
    chat.push({ role: 'user', content })
    const reply = await ask(chat)
    chat.push({ role: 'assistant', content: reply.text, turn: reply.turn })
    replies.push(reply)
  }
  return replies
}
