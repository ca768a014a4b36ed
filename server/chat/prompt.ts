import { randomBytes } from 'node:crypto'
import type { PromptWords } from '../../platform/content/chat/chat.ts'
import type { PromptMessage } from './gateway.ts'
import type { ChatMessage } from './messages.ts'
import { maxOfferedCharacters } from './offered-sentences.ts'

/** Puts the visitor's words between marks that are random for every request, so that nobody can guess them. */
export function promptMessages(
  words: PromptWords,
  sentences: readonly string[],
  messages: readonly ChatMessage[],
): PromptMessage[] {
  const fence = randomBytes(6).toString('hex')
  const numbered = sentences.map((sentence, i) => `${i + 1}. ${sentence}`)
  const history = messages.map(({ role, content }): ChatMessage => {
    return { role, content: role === 'user' ? `[${fence}]\n${content.replaceAll(fence, '')}\n[/${fence}]` : content }
  })
  const isInterrupted = messages.at(-1)?.role === 'assistant'
  const goOn: ChatMessage[] = isInterrupted ? [{ role: 'user', content: words.goOn }] : []
  return [{ role: 'system', content: systemPrompt(words, numbered, fence) }, ...history, ...goOn]
}

function systemPrompt(words: PromptWords, numberedSentences: readonly string[], fence: string): string {
  const { task, manner, fence: fenceRule, sentences: introduction } = words
  const rules = [...manner.map((rule) => `- ${rule}`), fenceRule.replaceAll('{fence}', fence)]
  return [task, ...rules, introduction, ...numberedSentences].join('\n')
}

const tokensPerMessage = 40

/** Maximum tokens of the prompt. */
export function maxPromptTokens(words: PromptWords, messages: readonly ChatMessage[]): number {
  const fixedText = systemPrompt(words, ['x'.repeat(maxOfferedCharacters)], '') + words.goOn
  return messages.reduce(
    (sum, { content }) => sum + estimateTokens(content) + tokensPerMessage,
    estimateTokens(fixedText) + tokensPerMessage,
  )
}

const encoder = new TextEncoder()

/** Estimates high: one token for three ASCII characters (English takes four) and for every other byte. */
export function estimateTokens(text: string): number {
  const bytes = encoder.encode(text)
  const ascii = bytes.reduce((sum, byte) => (byte < 0x80 ? sum + 1 : sum), 0)
  return Math.ceil(ascii / 3) + bytes.length - ascii
}
