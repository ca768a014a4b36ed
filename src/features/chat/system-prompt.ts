import type { PromptWords } from '../../content/agent/prompt.ts'
import { tokenCount } from '../../lib/token-count.ts'
import type { Turn } from '../../lib/turn.ts'
import type { GatewayMessage } from '../../server/chat-gateway.ts'
import { mostFactCharacters } from './prompt-facts.ts'

/**
 * What a model is told before the talk: manner, refusals and facts. No secret is in it: a visitor may get to see any of it.
 * What is the same every time stands first, since providers charge less for a beginning that they know.
 */
export function systemPrompt(words: PromptWords, facts: readonly string[], fence: string): string {
  const rules = words.manner.map((rule) => `- ${rule}`)
  return [words.task, ...rules, words.facts, ...facts, words.fence.replaceAll('{fence}', fence)].join('\n')
}

/**
 * The whole conversation as a model gets it. What the visitor wrote stands between marks that nobody can guess, so that
 * it cannot pass for anything else.
 * @param fence new and random for every request
 */
export function promptMessages(
  words: PromptWords,
  facts: readonly string[],
  turns: readonly Turn[],
  fence: string,
): GatewayMessage[] {
  const history = turns.map(({ role, content }): GatewayMessage => {
    return { role, content: role === 'user' ? `[${fence}]\n${content.replaceAll(fence, '')}\n[/${fence}]` : content }
  })
  const goOn: GatewayMessage[] = turns.at(-1)?.role === 'assistant' ? [{ role: 'user', content: words.goOn }] : []
  return [{ role: 'system', content: systemPrompt(words, facts, fence) }, ...history, ...goOn]
}

/** What a gateway will count for roles and marks around each text. */
const tokensAround = 40

/**
 * @param facts what a model is told in any case
 * @returns how many tokens a conversation takes, rather too many than too few
 */
export function createPromptCount(words: PromptWords, facts: readonly string[]): (turns: readonly Turn[]) => number {
  const always =
    tokenCount(systemPrompt(words, ['x'.repeat(mostFactCharacters(facts))], '')) + tokenCount(words.goOn) + tokensAround
  return (turns) => turns.reduce((sum, { content }) => sum + tokenCount(content) + tokensAround, always)
}
