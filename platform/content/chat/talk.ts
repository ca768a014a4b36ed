import { z } from 'zod'
import { moneyProblem, readMoney } from '../../text/money.ts'
import { contentReader, filledText } from '../facts/filled-text.ts'
import { hasContent } from '../files/content-files.ts'
import { readContent } from '../files/read-content.ts'
import { type Question, questionOf, questionSchema } from './questions.ts'
import { problemOfQuestion, problemOfStatement } from './sentences.ts'

/** Placeholders in moves and questions for the visitor's statements, which the chat paraphrases. */
const slots = { value: '{value}', sum: '{sum}' }

/** IDs of short sentences without facts about the studio. The chat needs all of them. */
const requiredMoves = [
  ...(['ack.product', 'ack.noted', 'ack.people', 'ack.instead', 'ack.sum', 'ack.name', 'ack.known'] as const),
  ...(['ack.short', 'ack.thanks', 'ack.good', 'ack.ok', 'buy.great', 'check.email', 'english.once'] as const),
  ...(['unsure', 'unsure.maybe', 'empathy.sorry', 'empathy.tired', 'empathy.night', 'empathy.glad', 'fair'] as const),
  ...(['talk.hi', 'talk.welcome', 'talk.luck', 'talk.kind'] as const),
]

const requiredQuestions = [
  ...(['q.product', 'q.users', 'q.first-job', 'q.date', 'q.budget', 'q.contact'] as const),
  ...(['q.call', 'q.call-or-email', 'q.anything', 'q.else', 'q.else-add', 'q.which', 'q.also'] as const),
]

const aspects = ['price', 'time', 'contents', 'support', 'fit', 'payment'] as const
export type Aspect = (typeof aspects)[number]

/** Sentences that compare a sum with an offer's price. The chat picks the sentence that applies. */
export type Comparison = Readonly<Record<'below' | 'reaches' | 'above', string | undefined>>

export type Talk = ReturnType<typeof readTalk>
export type Offer = Talk['offers'][number]
/** Visitors' phrases with the chat's own wording. A list survives conversion to JSON, a Map wouldn't. */
type Phrases = (readonly [phrase: string, said: string])[]
export type Heard = { products: Phrases; businesses: Phrases; people: Phrases; names: string[] }

export const readTalk = contentReader('agent/talk.yaml', (_, facts) => {
  const filled = filledText({ ...facts, ...slots })
  const statement = filled.superRefine((text, context) => {
    const message = problemOfStatement(text, facts)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
  const price = filled.transform((text, context) => {
    const money = readMoney(text)
    if (money === undefined) context.addIssue(moneyProblem(text, []))
    return money ?? z.NEVER
  })
  const answer = z.string().optional()
  const ids = z.array(z.string()).default([])
  return {
    moves: z.record(z.string(), statement).superRefine(requireAll(requiredMoves)),
    questions: z
      .record(z.string(), questionSchema)
      .superRefine(requireAll(requiredQuestions))
      .transform((questions, context) =>
        Object.entries(questions).map(([id, question]): Question => {
          const { data: ask = question.ask, error } = filled.safeParse(question.ask)
          const message = error?.issues[0]?.message ?? problemOfQuestion(ask, facts)
          if (message !== undefined) context.addIssue({ code: 'custom', path: [id], message })
          return questionOf(id, { ...question, ask })
        }),
      ),
    /** The chat's offers. An offer's `members` are sorted from small to large. */
    offers: z.array(
      z.strictObject({
        id: z.string(),
        name: filled,
        words: z.array(filled).default([]),
        members: z.array(z.string()).default([]),
        isGeneral: z.boolean().default(false),
        isAside: z.boolean().default(false),
        answers: z.partialRecord(z.enum(aspects), z.string()).default({}),
        budgets: z
          .array(
            z.strictObject({
              from: price,
              to: price.optional(),
              below: statement,
              reaches: statement,
              above: statement.optional(),
            }),
          )
          .default([]),
      }),
    ),
    /** Answers that don't concern a particular offer, by aspect. */
    aspects: z.partialRecord(z.enum(aspects), z.string()).default({}),
    budgets: z.strictObject({ otherCurrency: statement, says: statement }),
    /** Words that name an answer's subject, like “soc 2” for `security`. */
    names: z.record(z.string(), z.array(z.string())).default({}),
    /** The answer about third-party products that don't have their own answer. */
    otherName: answer,
    /** Answers for certain situations, such as a message that asks nothing. */
    situations: z.strictObject({
      described: ids,
      fitting: ids,
      clientNow: ids,
      buying: ids,
      noCurrency: ids,
      phone: ids,
      doubtful: ids,
      urgent: ids,
    }),
    /** Answers related to a described product or business, such as a similar client. Keyed by names in heard.yaml. */
    related: z.record(z.string(), z.array(z.string())).default({}),
    /** Questions to ask when nothing more specific fits. */
    closers: ids.pipe(z.array(z.string()).min(1)),
  }
})

function requireAll(ids: readonly string[]) {
  return (found: object, context: z.RefinementCtx) => {
    for (const id of ids)
      if (!(id in found)) context.addIssue({ code: 'custom', message: `missing ${id}, which the chat needs` })
  }
}

/** Reads the names visitors use, with the chat's own wording for each, if different: `web site: a website`. */
export function readHeard(): Heard {
  if (!hasContent('agent/heard.yaml')) return { products: [], businesses: [], people: [], names: [] }
  const line = z.union([
    z.string().transform((phrase) => [[phrase, phrase] as const]),
    z.record(z.string(), z.string()).transform(Object.entries<string>),
  ])
  const list = z.array(line).transform((lines) => lines.flat())
  const names = z.array(z.string())
  return readContent('agent/heard.yaml', z.strictObject({ products: list, businesses: list, people: list, names }))
}
