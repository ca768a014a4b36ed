import { createInterface } from 'node:readline/promises'
import { checkChat } from '../../server/chat/chat.schema.ts'
import { builtIn } from '../../server/chat/reply/model-chain.ts'
import type { ChatMessage } from '../../server/leads/chat-message.ts'
import { studioCommand } from '../command.ts'
import type { StudioCommand } from '../open-desk.ts'
import { sanitize, style, writeErr, writeOut } from '../terminal/terminal.ts'
import type { OwnersChat } from './open-chat.ts'

export function addChat(studio: StudioCommand): StudioCommand {
  return studio
    .command('chat')
    .description('talk to the agent as a visitor does')
    .addHelpText('after', `\nExample: echo "What is an MVP?" | ${studioCommand('chat')}`)
    .action(async () => {
      const { openOwnersChat } = await import('./open-chat.ts')
      await talk(openOwnersChat())
    })
}

async function talk(owners: OwnersChat): Promise<void> {
  const names = owners.chat.models.map((model) => (model === builtIn ? builtIn : model.name))
  writeErr(dim(`${names.join(', then ')} — Ctrl-C stops a reply, Ctrl-D ends the talk`))
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
  let turns: ChatMessage[] = []
  terminal.prompt()
  for await (const content of terminal) {
    const checked = checkChat({ messages: [...turns, { role: 'user', content }] })
    if (checked.ok) {
      turns = checked.request.turns
      reply = new AbortController()
      turns.push({ role: 'assistant', content: await showReply(owners, turns, reply.signal) })
      reply = undefined
    } else if (checked.complaint !== 'empty') writeErr(owners.problems[checked.complaint])
    // What is piped in ends before the last reply does.
    if (isOpen) terminal.prompt()
  }
}

async function showReply({ answer }: OwnersChat, turns: readonly ChatMessage[], signal: AbortSignal): Promise<string> {
  let reply = ''
  const notes: string[] = []
  for await (const event of answer(turns, signal)) {
    if (event.type === 'text') {
      writeOut(event.text)
      reply += event.text
    } else if (event.type === 'booking') {
      for (const [field, value] of Object.entries(event.booking))
        if (value !== null) notes.push(`noted ${field}: ${value}`)
    } else if (event.type === 'incident') notes.push(`held back from ${event.model}: ${event.reason}`)
    else if (event.type === 'failure') notes.push(`${event.model} failed: ${event.reason}`)
    else if (event.type === 'done') notes.push(`${event.outcome} by ${event.model}`)
  }
  writeOut('\n')
  for (const note of notes) writeErr(dim(`  ${sanitize(note)}`))
  return reply
}

function dim(text: string): string {
  return style('dim', text, process.stderr)
}
