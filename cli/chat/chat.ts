import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { siteContent } from '../../platform/content/site-content.ts'
import { loadEnvironment } from '../../platform/environment.ts'
import { createSilentLog } from '../../platform/log.ts'
import { oneLine } from '../../platform/text/clean-text.ts'
import { explain } from '../../server/chat/agent.ts'
import { builtIn, openChat } from '../../server/chat/chat.ts'
import type { Turn } from '../../server/chat/messages.ts'
import { type ChatMessage, checkChat } from '../../server/chat/messages.ts'
import { answerChat } from '../../server/chat/reply.ts'
import { trainAnswers } from '../../server/chat/understand/train.ts'
import { studioCommand } from '../command.ts'
import { sanitizeLines, style, writeErr, writeOut } from '../print.ts'
import { addBatchCommands } from './batch.ts'

/** These commands aren't actions: they need a terminal or stream lines. */
export function addChat(studio: Command): void {
  const chat = studio
    .command('chat')
    .description('chat as a visitor')
    .addHelpText('after', `\nExample: echo "What is an MVP?" | ${studioCommand('chat')}`)
    .option('--explain', 'show how each message was understood')
    .action(async ({ explain = false }: { explain?: boolean }) => await runChat(openOwnerChat(), explain))
  addBatchCommands(chat)
}

export type OwnerChat = ReturnType<typeof openOwnerChat>

/** Opens the visitors' chat without its limits and budget. */
export function openOwnerChat() {
  const { chat: content, studio } = siteContent()
  // Reads the answers first, so the command reports errors in them.
  const { answers } = content
  const chat = openChat({
    environment: loadEnvironment(),
    content,
    answers: () => trainAnswers(answers),
    studioAddress: studio.email,
    now: Date.now,
    log: createSilentLog(),
  })
  const answer = (messages: readonly ChatMessage[], signal: AbortSignal) =>
    answerChat(chat, messages, { signal, requestId: 'studio' })
  return { chat, answer, problems: content.prompt.problems }
}

async function runChat(ownerChat: OwnerChat, explains: boolean): Promise<void> {
  const modelNames = ownerChat.chat.models.map((model) => (model === builtIn ? builtIn : model.name))
  writeErr(dim(`${modelNames.join(', then ')} — Ctrl-C stops a reply, Ctrl-D ends the chat`))
  const terminal = createInterface({ input: process.stdin, output: process.stderr, prompt: '> ' })
  let isOpen = true
  let reply: AbortController | undefined
  terminal.once('close', () => {
    isOpen = false
  })
  terminal.on('SIGINT', () => {
    if (reply === undefined) terminal.close()
    else reply.abort()
  })
  let messages: ChatMessage[] = []
  terminal.prompt()
  for await (const content of terminal) {
    const checked = checkChat({ messages: [...messages, { role: 'user', content }] })
    if (checked.ok) {
      messages = checked.messages
      reply = new AbortController()
      messages.push(await showReply(ownerChat, messages, { signal: reply.signal, explains }))
      reply = undefined
    } else if (checked.problem !== 'empty') writeErr(ownerChat.problems[checked.problem])
    // Piped input ends before the last reply does.
    if (isOpen) terminal.prompt()
  }
}

/** Prints a reply as it arrives. @returns it, with what it said in ids */
async function showReply(
  { answer }: OwnerChat,
  messages: readonly ChatMessage[],
  { signal, explains }: { signal: AbortSignal; explains: boolean },
): Promise<ChatMessage> {
  let reply = ''
  let turn: Turn | undefined
  const footnotes: string[] = []
  for await (const event of answer(messages, signal)) {
    if (event.type === 'text') {
      writeOut(sanitizeLines(event.text))
      reply += event.text
    } else if (event.type === 'understood') {
      if (explains) for (const line of explain(event.prepared)) writeErr(dim(`  ${oneLine(line)}`))
    } else if (event.type === 'turn') {
      turn = { ...event.turn, buttons: event.turn.buttons.map(({ id }) => id) }
      for (const { title } of event.turn.buttons) footnotes.push(`button: ${title}`)
    } else if (event.type === 'details') {
      for (const [field, value] of Object.entries(event.details))
        if (value !== null) footnotes.push(`${field}: ${value}`)
    } else if (event.type === 'incident') footnotes.push(`${event.reason} a sentence by ${event.model}`)
    else if (event.type === 'failure') footnotes.push(`${event.model} failed: ${event.reason}`)
    else if (event.type === 'done') footnotes.push(`${event.outcome} by ${event.model}`)
  }
  writeOut('\n')
  for (const footnote of footnotes) writeErr(dim(`  ${oneLine(footnote)}`))
  return { role: 'assistant', content: reply, turn }
}

function dim(text: string): string {
  return style('dim', text, process.stderr)
}
