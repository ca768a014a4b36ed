import { expect } from 'vitest'
import { siteContent } from '../../platform/content/site-content.ts'
import { lazy } from '../../platform/lazy.ts'
import { type Agent, createAgent } from '../../server/chat/agent.ts'
import { extractDetails } from '../../server/chat/details/extract.ts'
import type { ChatMessage, Turn } from '../../server/chat/messages.ts'
import { renderPlan, turnOfPlan } from '../../server/chat/plan/render-plan.ts'
import { exchangesOf } from '../../server/chat/state.ts'
import type { Act } from '../../server/chat/understand/predict-act.ts'
import { trainAnswers } from '../../server/chat/understand/train.ts'
import type { ConsultationField, ConsultationInfo } from '../../server/leads/fields.ts'

/** The day of the chat. The discount of the sample is over. */
export const chatDay = Date.UTC(2026, 10, 29)
const freeTimes = [9, 10, 11, 12].map((hour) => Date.UTC(2026, 10, 30, hour))

export const sampleAgent = lazy((): Agent => {
  const { chat } = siteContent()
  return createAgent(trainAnswers(chat.answers), chat)
})

type Options = { filled?: readonly ConsultationField[]; times?: readonly number[]; now?: number }

/** What the built-in agent of the sample says to the last message, in ids and text. `told`: ids of answers. */
export type Reply = Turn & { said: string[]; text: string; acts: Act[]; newest: ConsultationInfo }

export function replyTo(messages: readonly ChatMessage[], options: Options = {}): Reply {
  const { filled = [], times = freeTimes, now = chatDay } = options
  const agent = sampleAgent()
  const answers = agent.answersAt(now, times)
  const { studio, chat } = siteContent()
  const details = extractDetails(exchangesOf(messages, answers), { studioAddress: studio.email, lang: chat.lang })
  const { input, plan } = agent.prepare(messages, { details, filled }, answers)
  return {
    ...turnOfPlan(plan),
    said: plan.facts.flatMap((id) => answers.facts.get(id)?.answer.id ?? []),
    text: renderPlan(plan, answers, input.slots).join(' '),
    acts: input.understood.clauses.map(({ act }) => act),
    newest: details.newest,
  }
}

/** Sends one message after the other. @param texts `[booking]` taps the button of that answer @returns all replies */
export function chatOf(texts: readonly string[], options: Options = {}): Reply[] {
  const messages: ChatMessage[] = []
  return texts.map((text) => {
    const picked = /^\[(.+)\]$/.exec(text)?.[1]
    const title = sampleAgent()
      .answersAt(chatDay)
      .all.get(picked ?? '')?.title
    messages.push({ role: 'user', content: title ?? text, picked })
    const reply = replyTo(messages, options)
    const { facts, moves, asked, buttons } = reply
    messages.push({ role: 'assistant', content: reply.text, turn: { facts, moves, asked, buttons } })
    return reply
  })
}

/** What a reply consists of: sentences, their answers, moves, the question, and `[buttons]`. */
function partsOf({ facts, moves, asked, buttons }: Turn): string[] {
  const said = facts.map((id) => id.replace(/\.[^.]+$/, ''))
  return [...new Set([...facts, ...said, ...moves, asked, ...buttons.map((id) => `[${id}]`)])]
}

/** @param parts what the reply consists of, and what it doesn't: `mvp-price.1 [mvp-time] !q.contact` */
export function expectParts(reply: Turn | undefined, parts: string): void {
  const all = reply === undefined ? [] : partsOf(reply)
  const [unwanted, wanted] = [true, false].map((is) => parts.split(' ').filter((part) => part.startsWith('!') === is))
  expect(all).toEqual(expect.arrayContaining(wanted ?? []))
  expect(all.filter((part) => unwanted?.includes(`!${part}`))).toEqual([])
}
