import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { Command } from 'commander'
import { z } from 'zod'
import { Refusal } from '../../platform/actions.ts'
import { readStudio } from '../../platform/content/studio.ts'
import { readWords } from '../../platform/content/words.ts'
import { mapFields, namesOf } from '../../platform/fields.ts'
import { chatLimits } from '../../platform/limits/limits.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { oneLine } from '../../platform/text/clean-text.ts'
import { extractDetails } from '../../server/chat/details/extract.ts'
import type { ReplyEvent } from '../../server/chat/reply.ts'
import { consultationFields } from '../../server/leads/fields.ts'
import { describeFileError, example, exitFailed, ownerPath } from '../command.ts'
import { writeJsonLine } from '../print.ts'
import { writeErr } from '../terminal.ts'
import { type OwnerChat, openOwnerChat } from './owner-chat.ts'

/** Number of concurrent questions. A model needs seconds to answer each. */
const maxConcurrent = 8

type Question = z.infer<typeof questionSchema>
type Line<T> = { number: number; data: T }
type Outcome = Extract<ReplyEvent, { type: 'done' }>['outcome']
type Answer = Pick<Question, 'id'> & { reply: string; model: string; incidents: string[] }
type Answered = { answer: Answer; outcome: Outcome; number: number }

export function addBatchCommands(chat: Command): void {
  chat
    .command('ask')
    .description('answer questions, JSON Lines in and out')
    .addHelpText('after', example('chat ask questions.jsonl'))
    .argument('<file>', 'a file with a {"id","question"} on each line, or - for standard input')
    .addHelpText(
      'after',
      '\nPrints one {"id","reply","model","incidents"} per line, in order. An invalid line is reported and skipped.',
    )
    .action(askAll)
  const extractedNames = ['id', ...namesOf(consultationFields)].map((name) => `"${name}"`).join()
  chat
    .command('extract')
    .description('extract visitor details from chats, JSON Lines in and out')
    .addHelpText('after', example('chat extract chats.jsonl'))
    .argument(
      '<file>',
      'a file with a {"id","messages":["…"]} on each line, oldest message first, or - for standard input',
    )
    .addHelpText(
      'after',
      `\nPrints one {${extractedNames}} per line, in order, with null for what wasn’t mentioned.\nAn invalid line is reported and skipped.`,
    )
    .action(extractAll)
}

async function askAll(file: string): Promise<void> {
  const ownerChat = openOwnerChat()
  const questions = Readable.from(readJsonLines(file, questionSchema, questionFormat))
  const answerLine = ({ number, data }: Line<Question>) => ask(data, number, ownerChat)
  // `map` keeps the order and rejects if an answer fails.
  const answers: AsyncIterable<Answered> = questions.map(answerLine, { concurrency: maxConcurrent })
  for await (const { answer, outcome, number } of answers) {
    await writeJsonLine(answer)
    if (outcome !== 'answered') reportLine(file, number, `no model answered (${outcome})`)
  }
}

async function ask({ id, question }: Question, number: number, { answer }: OwnerChat): Promise<Answered> {
  // Truncate to the visitors' message limit.
  const content = [...question.trim()].slice(0, chatLimits.messageCharacters).join('')
  let reply = ''
  const incidents: string[] = []
  for await (const event of answer([{ role: 'user', content }], new AbortController().signal)) {
    if (event.type === 'text') reply += event.text
    if (event.type === 'incident') incidents.push(event.reason)
    if (event.type === 'done') {
      return { answer: { id, reply, model: event.model, incidents }, outcome: event.outcome, number }
    }
  }
  throw new Error(`the reply to line ${number} ended without an outcome`)
}

async function extractAll(file: string): Promise<void> {
  const { email } = readStudio()
  const { lang } = readWords()
  for await (const { data } of readJsonLines(file, chatSchema, chatFormat)) {
    const messages = data.messages.map((visitor) => ({ visitor }))
    const { all } = extractDetails(messages, { studioAddress: email, lang })
    await writeJsonLine({ id: data.id, ...mapFields(consultationFields, (field) => all[field]) })
  }
}

const questionSchema = z.object({ id: z.union([z.string(), z.number()]), question: z.string().regex(/\S/) })
const questionFormat = 'must look like {"id":"1","question":"What does an MVP cost?"}'

const chatSchema = z.object({ id: z.union([z.string(), z.number()]), messages: z.array(z.string()) })
const chatFormat = 'must look like {"id":"1","messages":["I am Ada","ada@client.example"]}'

/** Skips blank lines and reports invalid lines. @param file `-` for standard input @throws Refusal */
async function* readJsonLines<T>(file: string, schema: z.ZodType<T>, format: string): AsyncGenerator<Line<T>> {
  const input = file === '-' ? process.stdin : await openFile(file)
  let number = 0
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1
    const line = text.replace(/^\uFEFF/, '')
    if (line.trim() === '') continue
    const { success, data } = schema.safeParse(parseJson(line))
    if (success) yield { number, data }
    else reportLine(file, number, format)
  }
}

function reportLine(file: string, number: number, problem: string): void {
  writeErr(`${oneLine(file)}:${number}: ${problem}`)
  process.exitCode = exitFailed
}

async function openFile(file: string): Promise<Readable> {
  try {
    return (await open(ownerPath(file))).createReadStream()
  } catch (error) {
    throw new Refusal(`Couldn’t open ${oneLine(file)}: ${describeFileError(error)}.`)
  }
}
