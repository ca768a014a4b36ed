import type { PromptWords } from '../../../content/agent/agent.ts'
import type { PromptMessage } from '../../../server/gateway/chat-gateway.ts'
import type { ChatMessage } from '../../leads/chat-message.ts'
import { mostPageCharacters } from '../book/book.ts'

/**
 * The whole conversation as a model gets it: its task, the sentences that it may choose from, numbered, and the talk. What the
 * visitor wrote stands between marks that nobody can guess, so that it cannot pass for anything else. No secret is in it: a
 * visitor may get to see any of it. What is the same every time comes first, since providers charge less for a beginning that they know.
 * @param fence new and random for every request
 */
export function promptMessages(
  words: PromptWords,
  sentences: readonly string[],
  turns: readonly ChatMessage[],
  fence: string,
): PromptMessage[] {
  const numbered = sentences.map((sentence, i) => `${i + 1}. ${sentence}`)
  const history = turns.map(({ role, content }): ChatMessage => {
    return { role, content: role === 'user' ? `[${fence}]\n${content.replaceAll(fence, '')}\n[/${fence}]` : content }
  })
  const goOn: ChatMessage[] = turns.at(-1)?.role === 'assistant' ? [{ role: 'user', content: words.goOn }] : []
  return [{ role: 'system', content: systemPrompt(words, numbered, fence) }, ...history, ...goOn]
}

function systemPrompt(
  { task, manner, fence: rule, sentences }: PromptWords,
  numbered: readonly string[],
  fence: string,
): string {
  return [task, ...manner.map((each) => `- ${each}`), rule.replaceAll('{fence}', fence), sentences, ...numbered].join(
    '\n',
  )
}

/** What a gateway will count for roles and marks around each text. */
const tokensAround = 40

/** @returns how many tokens a conversation takes, rather too many than too few */
export function createPromptCount(words: PromptWords): (turns: readonly ChatMessage[]) => number {
  const always =
    tokenCount(systemPrompt(words, ['x'.repeat(mostPageCharacters)], '')) + tokenCount(words.goOn) + tokensAround
  return (turns) => turns.reduce((sum, { content }) => sum + tokenCount(content) + tokensAround, always)
}

const encoder = new TextEncoder()

/**
 * How many tokens a text takes, rather too many than too few: a third of ASCII, where English takes a quarter, and of all
 * else every byte, since no tokenizer makes more of them.
 */
export function tokenCount(text: string): number {
  const bytes = encoder.encode(text)
  const ascii = bytes.reduce((sum, byte) => (byte < 0x80 ? sum + 1 : sum), 0)
  return Math.ceil(ascii / 3) + bytes.length - ascii
}
