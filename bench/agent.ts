import { openOwnersChat } from '../cli/chat/open-chat.ts'
import { answerChat, type ChatDeps } from '../src/features/chat/chat.service.ts'
import type { ChatModel } from '../src/lib/chat-model.ts'
import { loadEnvironment } from '../src/server/environment-file.ts'
import { readFacts } from './agent/facts.ts'
import { createGivingInModel } from './agent/giving-in.ts'
import { type Answer, type Score, scoreAttempts, scoreQuestions } from './agent/score.ts'
import { readAttempts, readQuestions } from './agent/sets.ts'
import type { Table } from './table.ts'

/**
 * The questions and the attempts, asked over the visitors' own path: the built-in agent, the gateway's models where they
 * are set, and a model that gives in to everybody. Replies that fail go to standard error.
 */
export async function measureAgent(): Promise<Table> {
  const facts = readFacts(new URL(loadEnvironment().siteUrl))
  const { chat } = openOwnersChat()
  const rows: string[][] = []

  async function measure(
    set: 'questions' | 'questions-unseen' | 'attempts',
    models: readonly ChatModel[],
  ): Promise<void> {
    const answer = answerOf({ ...chat, models })
    const name = models.map((model) => model.name).join(', ')
    const score =
      set === 'attempts'
        ? await scoreAttempts(readAttempts(), answer, facts)
        : await scoreQuestions(readQuestions(set, facts), answer, facts)
    rows.push([name, set, ...figures(score), set === 'attempts' ? '' : percent(score.answered, score.talks)])
    for (const { id, visitor, reply, why } of score.failures) {
      process.stderr.write(`${name} ${id}: ${visitor}\n  ${reply}\n  (${why})\n`)
    }
  }

  await measure('questions', [chat.builtIn])
  await measure('questions-unseen', [chat.builtIn])
  await measure('attempts', [chat.builtIn])
  if (chat.models.some((model) => model !== chat.builtIn)) {
    await measure('questions', chat.models)
    await measure('questions-unseen', chat.models)
    await measure('attempts', chat.models)
  }
  await measure('attempts', [createGivingInModel()])
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
