import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { oneLine } from '../../platform/text/clean-text.ts'
import { explain } from '../../server/chat/agent.ts'
import { builtIn } from '../../server/chat/chat.ts'
import { type ChatMessage, checkChat, type Turn } from '../../server/chat/messages.ts'
import { studioCommand } from '../command.ts'
import { sanitizeLines, style, writeErr, writeOut } from '../terminal.ts'
import { addBatchCommands } from './batch.ts'
import { type OwnerChat, openOwnerChat } from './owner-chat.ts'

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

/** Prints a reply as it arrives. @returns the reply and the IDs of its sentences */
async function showReply(
  { answer }: OwnerChat,
  messages: readonly ChatMessage[],
  { signal, explains }: { signal: AbortSignal; explains: boolean },
): Promise<ChatMessage> {
  let reply = ''
  let turn: Turn | undefined
  const footnotes: string[] = []
  for await (const event of answer(messages, signal)) {
    switch (event.type) {
      case 'text':
        writeOut(sanitizeLines(event.text))
        reply += event.text
        break
      case 'understood':
        if (explains) for (const line of explain(event.prepared)) writeErr(dim(`  ${oneLine(line)}`))
        break
      case 'turn':
        turn = { ...event.turn, buttons: event.turn.buttons.map(({ id }) => id) }
        footnotes.push(...event.turn.buttons.map(({ title }) => `button: ${title}`))
        break
      case 'details':
        footnotes.push(...detailLines(event.details))
        break
      case 'incident':
        footnotes.push(`${event.reason} a sentence by ${event.model}`)
        break
      case 'failure':
        footnotes.push(`${event.model} failed: ${event.reason}`)
        break
      case 'done':
        footnotes.push(`${event.outcome} by ${event.model}`)
    }
  }
  writeOut('\n')
  for (const footnote of footnotes) writeErr(dim(`  ${oneLine(footnote)}`))
  return { role: 'assistant', content: reply, turn }
}

function detailLines(details: Readonly<Record<string, string | null>>): string[] {
  const known = Object.entries(details).filter(([, value]) => value !== null)
  return known.map(([field, value]) => `${field}: ${value}`)
}

function dim(text: string): string {
  return style('dim', text, process.stderr)
}
