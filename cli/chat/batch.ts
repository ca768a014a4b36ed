import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Command } from 'commander'
import { z } from 'zod'
import { Refusal } from '../../platform/actions.ts'
import { readWords } from '../../platform/content/site-words.ts'
import { readStudio } from '../../platform/content/studio.ts'
import { mapFields } from '../../platform/fields.ts'
import { chatLimits } from '../../platform/limits/limits.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { extractDetails } from '../../server/chat/details/extract.ts'
import { consultationFields } from '../../server/leads/fields.ts'
import { example, exitFailed, fileFailure } from '../command.ts'
import { sanitize, writeErr, writeJsonLine } from '../print.ts'
import { type OwnersChat, openOwnersChat } from './chat.ts'

/** A gateway takes seconds for each question. */
const maxAtOnce = 8

const questionSchema = z.object({ id: z.union([z.string(), z.number()]), question: z.string().regex(/\S/) })
const questionForm = 'must read like {"id":"1","question":"What does an MVP cost?"}'

type Question = z.infer<typeof questionSchema>
type Answered = Pick<Question, 'id'> & { reply: string; model: string; incidents: string[]; outcome: string }

export function addChatBatches(chat: Command): void {
  chat
    .command('ask')
    .description('answer questions, JSON Lines in and out')
    .addHelpText('after', example('chat ask questions.jsonl'))
    .argument('<file>', 'lines of {"id","question"}; - reads standard input')
    .addHelpText(
      'after',
      '\nPrints {"id","reply","model","incidents"} a line, in order. A wrong line is reported and skipped.',
    )
    .action(async (file: string) => {
      const owners = openOwnersChat()
      const underWay: Promise<Answered>[] = []
      let printed = Promise.resolve()
      for await (const { number, data } of readJsonLines(file, questionSchema, questionForm)) {
        const answered = ask(data, owners)
        underWay.push(answered)
        printed = printed.then(async () => {
          const { outcome, ...line } = await answered
          await writeJsonLine(line)
          if (outcome !== 'answered') complainOfLine(file, number, `no model answered (${outcome})`)
        })
        if (underWay.length >= maxAtOnce) await underWay.shift()
      }
      await printed
    })
  chat
    .command('extract')
    .description('extract details of visitors from chats, likewise')
    .addHelpText('after', example('chat extract chats.jsonl'))
    .argument('<file>', 'lines of {"id","messages":["…"]}, the oldest message first; - reads standard input')
    .addHelpText(
      'after',
      '\nPrints {"id","name","email","company","budget","timeline","requirements"} a line, in order, null where nothing was said.\nA wrong line is reported and skipped.',
    )
    .action(async (file: string) => {
      const { email } = readStudio()
      const { lang } = readWords()
      for await (const { data } of readJsonLines(file, chatSchema, chatForm)) {
        const { all } = extractDetails(data.messages, { studioAddress: email, lang })
        await writeJsonLine({ id: data.id, ...mapFields(consultationFields, (field) => all[field]) })
      }
    })
}

async function ask({ id, question }: Question, { answer }: OwnersChat): Promise<Answered> {
  // The server's limit for visitors.
  const content = [...question.trim()].slice(0, chatLimits.messageCharacters).join('')
  const answered: Answered = { id, reply: '', model: '', incidents: [], outcome: '' }
  for await (const event of answer([{ role: 'user', content }], new AbortController().signal)) {
    if (event.type === 'text') answered.reply += event.text
    if (event.type === 'incident') answered.incidents.push(event.reason)
    if (event.type === 'done') Object.assign(answered, { model: event.model, outcome: event.outcome })
  }
  return answered
}

const chatSchema = z.object({ id: z.union([z.string(), z.number()]), messages: z.array(z.string()) })
const chatForm = 'must read like {"id":"1","messages":["I am Ada","ada@client.example"]}'

/** Skips blank lines and reports wrong ones. @param file `-` for standard input @throws Refusal */
async function* readJsonLines<T>(file: string, schema: z.ZodType<T>, form: string) {
  const input = file === '-' ? process.stdin : await openFile(file)
  let number = 0
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1
    const line = text.replace(/^\uFEFF/, '')
    if (line.trim() === '') continue
    const { success, data } = schema.safeParse(parseJson(line))
    if (success) yield { number, data }
    else complainOfLine(file, number, form)
  }
}

function complainOfLine(file: string, number: number, complaint: string): void {
  writeErr(`${sanitize(file)}:${number}: ${complaint}`)
  process.exitCode = exitFailed
}

async function openFile(file: string): Promise<Readable> {
  try {
    return (await open(file)).createReadStream()
  } catch (error) {
    throw new Refusal(`${sanitize(file)} cannot be read: ${fileFailure(error)}.`)
  }
}
