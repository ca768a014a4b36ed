import type { Command } from 'commander'
import { z } from 'zod'
import { readStudio } from '../../src/content/studio.ts'
import { extractBooking } from '../../src/features/agent/notes/extract-booking.ts'
import { consultationRules } from '../../src/features/leads/lead.fields.ts'
import { mapFields } from '../../src/lib/form.ts'
import { example } from '../studio-command.ts'
import { complainOfLine, putJsonLine, readJsonLines } from './json-lines.ts'

const lineSchema = z.object({ id: z.union([z.string(), z.number()]), messages: z.array(z.string()) })
const lineForm = 'must read like {"id":"1","messages":["I am Ada","ada@client.example"]}'

export function addChatExtract(chat: Command): void {
  chat
    .command('extract')
    .description('note what the visitor’s messages of a talk say, a talk a line; JSON Lines in, JSON Lines out')
    .addHelpText('after', example('chat extract talks.jsonl'))
    .argument('<file>', 'lines of {"id","messages":["…"]}, the oldest message first; - reads standard input')
    .addHelpText(
      'after',
      '\nPrints {"id","name","email","company","budget","timeline","requirements"} a line, in order, null where nothing was said.\nA wrong line is named, and left out.',
    )
    .action(async (file: string) => {
      const { email } = readStudio()
      for await (const { number, value } of readJsonLines(file)) {
        const { success, data } = lineSchema.safeParse(value)
        if (success) await putJsonLine({ id: data.id, ...noted(data.messages, email) })
        else complainOfLine(file, number, lineForm)
      }
    })
}

/** In the order that is promised. */
function noted(messages: readonly string[], studioAddress: string) {
  const found = extractBooking(messages, studioAddress)
  return mapFields(consultationRules, (field) => found[field])
}
