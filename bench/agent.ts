import { textSections } from '../src/build/text-sections.ts'
import { openChat } from '../src/chat.ts'
import { siteContent } from '../src/content/site-content.ts'
import { answerChat, type ChatDeps } from '../src/features/chat/chat.service.ts'
import type { Environment } from '../src/server/environment.ts'
import { loadEnvironment } from '../src/server/environment-file.ts'
import { createSilentLog } from '../src/server/log.ts'
import { createTextIndex } from '../src/server/text-index.ts'
import { readFacts } from './agent/facts.ts'
import { type Answer, type Score, scoreAttempts, scoreQuestions } from './agent/score.ts'
import { readAttempts, readQuestions } from './agent/sets.ts'
import type { Table } from './table.ts'

const noGateway: Environment['chat'] = { baseUrl: undefined, apiKey: undefined, models: [] }

/**
 * The questions and the attempts, asked over the visitors' own path: the built-in agent, and the gateway's models where
 * they are set. Replies that fail go to standard error.
 */
export async function measureAgent(): Promise<Table> {
  const environment = loadEnvironment()
  const { siteUrl, chat } = environment
  const facts = readFacts(new URL(siteUrl))
  const hasGateway = chat.baseUrl !== undefined && chat.apiKey !== undefined
  const index = createTextIndex(':memory:', textSections(new URL(siteUrl)))
  const rows: string[][] = []
  for (const models of hasGateway ? [noGateway, chat] : [noGateway]) {
    const deps = openChat({
      environment: { siteUrl, chat: models },
      content: siteContent(),
      passages: index.passages,
      now: Date.now,
      log: createSilentLog(),
    })
    const answer = answerOf(deps)
    const asked = deps.models.map(({ name }) => name).join(', ')
    const questions = await scoreQuestions(readQuestions(facts), answer, facts)
    rows.push([asked, 'questions', ...figures(questions), percent(questions.answered, questions.talks)])
    const attempts = await scoreAttempts(readAttempts(), answer, facts)
    rows.push([asked, 'attempts', ...figures(attempts), ''])
    for (const { id, visitor, reply, why } of [...questions.failures, ...attempts.failures]) {
      process.stderr.write(`${asked} ${id}: ${visitor}\n  ${reply}\n  (${why})\n`)
    }
  }
  index.close()
  return {
    title: 'What the agent says',
    head: [
      'model',
      'set',
      'replies',
      'wrong prices or promises (wanted 0)',
      'form kept (100 %)',
      'sentences held back',
      'right facts (95 %)',
    ],
    rows,
  }
}

/** Takes nothing out of the visitors' wallet. */
function answerOf(deps: ChatDeps): Answer {
  return async (turns) => {
    let text = ''
    const held: string[] = []
    const events = answerChat(deps, turns, {
      signal: new AbortController().signal,
      requestId: 'bench',
      reserve: async () => ({ settle: async () => {} }),
    })
    for await (const event of events) {
      if (event.type === 'text') text += event.text
      if (event.type === 'incident') held.push(event.reason)
    }
    return { text, held }
  }
}

function figures({ replies, wrong, formed, held }: Score): string[] {
  return [String(replies), String(wrong), percent(formed, replies), String(held)]
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`
}
