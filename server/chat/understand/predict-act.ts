import type { Expected } from '../../../platform/content/chat/questions.ts'
import { countFeatures, type Model, predict, tokenize, vectorize } from './model.ts'
import { questionWords } from './words.ts'

/** A clause's purpose: describe a project, ask, answer the chat's question, give details, or agree to buy. */
export type Act = 'describe' | 'ask' | 'respond' | 'detail' | 'buy'

export type ActPrediction = { act: Act; probability: number }

export function predictAct(text: string, asked: Expected | undefined, model: Model): ActPrediction {
  const [best] = predict(vectorize(text, model, countFeatures(text, actMarks(text, asked))), model)
  return { act: (best?.id ?? 'ask') as Act, probability: best?.probability ?? 0 }
}

/** A clause's features besides its words. @param asked the answer the chat's question expects, or the question's ID */
export function actMarks(text: string, asked: string | null | undefined): string[] {
  const words = tokenize(text)
  const length = words.length <= 3 ? 'short' : words.length <= 8 ? 'medium' : 'long'
  const expects = expectedOf(asked)
  const marks = [`asked:${expects}`, `asked:${expects}:${length}`, length]
  if (text.includes('?')) marks.push('question', `question:${expects}`)
  if (questionWords.has(words[0] ?? '')) marks.push('starts as a question')
  if (words.some((word) => /^(?:you|your|u|ur)$/.test(word))) marks.push('you')
  return marks
}

/** The kinds of answers that shared questions expect, by question ID. Examples refer to these IDs. */
const expectedByQuestion: Readonly<Record<string, Expected>> = {
  'q.product': 'product',
  'q.first-job': 'product',
  'q.users': 'users',
  'q.payer': 'users',
  'q.date': 'date',
  'q.budget': 'budget',
  'q.currency': 'currency',
  'q.contact': 'contact',
  'q.call': 'yesNo',
}

function expectedOf(asked: string | null | undefined): string {
  if (asked === null || asked === undefined) return 'nothing'
  return asked.startsWith('q.') ? (expectedByQuestion[asked] ?? 'open') : asked
}
