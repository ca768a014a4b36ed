import type { Command } from 'commander'
import { z } from 'zod'
import { chatLimits } from '../../src/features/limits.ts'
import { example } from '../studio-command.ts'
import { complainOfLine, putJsonLine, readJsonLines } from './json-lines.ts'
import type { OwnersChat } from './open-chat.ts'

/** So many questions are under way at once: a gateway takes seconds for each. */
const mostAtOnce = 8

const lineSchema = z.object({ id: z.union([z.string(), z.number()]), question: z.string().regex(/\S/) })
const lineForm = 'must read like {"id":"1","question":"What does an MVP cost?"}'

type Question = z.infer<typeof lineSchema>
type Answered = { id: Question['id']; reply: string; model: string; incidents: string[]; outcome: string }

export function addChatAsk(chat: Command): void {
  chat
    .command('ask')
    .description('answer a question a line, each as the first of a talk; JSON Lines in, JSON Lines out')
    .addHelpText('after', example('chat ask questions.jsonl'))
    .argument('<file>', 'lines of {"id","question"}; - reads standard input')
    .addHelpText(
      'after',
      '\nPrints {"id","reply","model","incidents"} a line, in order. A wrong line is named, and left out.',
    )
    .action(async (file: string) => {
      const { openOwnersChat } = await import('./open-chat.ts')
      const owners = openOwnersChat()
      const underWay: Promise<Answered>[] = []
      let printed = Promise.resolve()
      for await (const { number, value } of readJsonLines(file)) {
        const { success, data } = lineSchema.safeParse(value)
        if (!success) {
          complainOfLine(file, number, lineForm)
          continue
        }
        const answered = ask(data, owners)
        underWay.push(answered)
        printed = printed.then(async () => print(await answered, file, number))
        if (underWay.length >= mostAtOnce) await underWay.shift()
      }
      await printed
    })
}

/** In the order of the questions, each as soon as it can be. */
async function print({ outcome, ...line }: Answered, file: string, number: number): Promise<void> {
  await putJsonLine(line)
  if (outcome !== 'answered') complainOfLine(file, number, `no model answered (${outcome})`)
}

async function ask({ id, question }: Question, { answer }: OwnersChat): Promise<Answered> {
  // The server would not take more of a visitor.
  const content = [...question.trim()].slice(0, chatLimits.messageCharacters).join('')
  const answered: Answered = { id, reply: '', model: '', incidents: [], outcome: '' }
  for await (const event of answer([{ role: 'user', content }], new AbortController().signal)) {
    if (event.type === 'text') answered.reply += event.text
    if (event.type === 'incident') answered.incidents.push(event.reason)
    if (event.type === 'done') Object.assign(answered, { model: event.model, outcome: event.outcome })
  }
  return answered
}
