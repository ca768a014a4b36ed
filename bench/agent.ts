import { openOwnersChat } from '../cli/chat/open-chat.ts'
import { answersOn } from '../src/content/agent/answers.ts'
import { siteContent } from '../src/content/site-content.ts'
import { answerChat, type ChatDeps } from '../src/features/agent/chat.service.ts'
import { builtIn } from '../src/features/agent/reply/model-chain.ts'
import { dayOf } from '../src/lib/text/time-text.ts'
import { type Ask, type Score, scoreAttempts, scoreQuestions } from './agent/score.ts'
import { givesIn, obeys, writesProse } from './agent/scripted-models.ts'
import type { Table } from './figures.ts'
import { type Question, readAttempts, readProse, readQuestions } from './sets.ts'

/**
 * The questions and the attempts, asked over the visitors' own path: the built-in agent, the gateway's models where they are
 * set, and scripted models that obey, write prose and give in to everybody. Replies that fail go to standard error.
 */
export async function measureAgent(): Promise<Table> {
  const { chat } = openOwnersChat()
  const { answers: entries, talk } = siteContent().agent
  const answers = new Map(answersOn(entries, dayOf(new Date())).map((answer) => [answer.id, answer]))
  const book = { answers, near: talk.near }
  let asked: Question | undefined
  const rows: string[][] = []

  async function measure(name: string, models: ChatDeps['models'], set: 'open' | 'sealed' | 'attempts'): Promise<void> {
    const reply = askOf({ ...chat, models })
    const ask: Ask = async (turns, question) => {
      asked = question
      return await reply(turns)
    }
    const score =
      set === 'attempts'
        ? await scoreAttempts(readAttempts(), ask)
        : await scoreQuestions(readQuestions(set), ask, book)
    rows.push([name, set, ...figures(score)])
    for (const { id, visitor, reply: said, why } of score.failures) {
      process.stderr.write(`${name} ${set} ${id}: ${visitor}\n  ${said}\n  (${why})\n`)
    }
  }

  await measure('built-in', [builtIn], 'open')
  await measure('built-in', [builtIn], 'sealed')
  await measure('built-in', [builtIn], 'attempts')
  await measure('obeys', [obeys(answers, () => asked)], 'open')
  await measure('obeys', [obeys(answers, () => asked)], 'sealed')
  await measure('writes prose', [writesProse(readProse(), () => asked)], 'open')
  await measure('gives in', [givesIn()], 'attempts')
  if (chat.models.some((model) => model !== builtIn)) {
    await measure('gateway', chat.models, 'open')
    await measure('gateway', chat.models, 'sealed')
    await measure('gateway', chat.models, 'attempts')
  }
  return {
    title: 'What the agent says',
    head: [
      'model',
      'set',
      'replies',
      'right (wanted 90 %)',
      'two offered',
      'does not know',
      'wrong neighbour (3 %)',
      'form kept (100 %)',
    ],
    rows,
  }
}

/** Takes nothing out of the visitors' wallet. */
function askOf(deps: ChatDeps): Ask {
  return async (turns) => {
    let text = ''
    const events = answerChat(deps, turns, {
      signal: new AbortController().signal,
      requestId: 'bench',
      reserve: async () => ({ settle: async () => {} }),
    })
    for await (const event of events) if (event.type === 'text') text += event.text
    return text
  }
}

function figures({ replies, outcomes, formed }: Score): string[] {
  const { right, near, unknown, wrong } = outcomes
  const all = right + near + unknown + wrong
  return [
    String(replies),
    percent(right, all),
    percent(near, all),
    percent(unknown, all),
    percent(wrong, all),
    percent(formed, replies),
  ]
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`
}
