import type { PromptWords } from '../../../platform/content/chat/chat.ts'
import type { ChatMessage } from '../../leads/chat-message.ts'
import { maxOfferedCharacters } from '../answers/answerer.ts'
import type { PromptMessage } from '../gateway/chat-gateway.ts'

/** The visitor's words are between marks nobody can guess (`fence`, new for every request). What stays the same comes first. */
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

const tokensAround = 40

export function createPromptCount(words: PromptWords): (turns: readonly ChatMessage[]) => number {
  const always =
    tokenCount(systemPrompt(words, ['x'.repeat(maxOfferedCharacters)], '')) + tokenCount(words.goOn) + tokensAround
  return (turns) => turns.reduce((sum, { content }) => sum + tokenCount(content) + tokensAround, always)
}

const encoder = new TextEncoder()

/** Rather too many than too few: a third of ASCII, where English takes a quarter, and every byte of all else. */
export function tokenCount(text: string): number {
  const bytes = encoder.encode(text)
  const ascii = bytes.reduce((sum, byte) => (byte < 0x80 ? sum + 1 : sum), 0)
  return Math.ceil(ascii / 3) + bytes.length - ascii
}
