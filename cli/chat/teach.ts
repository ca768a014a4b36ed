import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { type Entry, withExample } from '../../src/content/agent/answers.ts'
import { siteContent } from '../../src/content/site-content.ts'
import { trainedAnswers } from '../../src/features/agent/book/trained-answers.ts'
import { type Unanswered, unansweredIn } from '../../src/features/agent/chooser/choose.ts'
import { readTranscript } from '../../src/features/leads/transcript.ts'
import { CommandFailure, studioCommand } from '../command.ts'
import { withDesk } from '../open-desk.ts'
import { sanitize, writeErr } from '../terminal/terminal.ts'

const folder = 'content/agent/answers'

export function addChatTeach(chat: Command): void {
  chat
    .command('teach')
    .description('show what visitors asked and the agent did not surely understand, and write it into the right answer')
    .addHelpText(
      'after',
      `\nOf talks that were sent along with a request. For each message type the number or the id of the answer, with other words for the
message behind it if you like (“2 do you build apps for gyms”); Enter leaves it out, Ctrl-D ends. Then build again: npm start.
Example: ${studioCommand('chat teach')}`,
    )
    .action(async () => {
      const { answers } = siteContent().agent
      const { model } = trainedAnswers(answers)
      const talks = await withDesk(async ({ database: { db } }) => {
        const rows = await db.selectFrom('leads').select('transcript').where('transcript', 'is not', null).execute()
        return rows.map(({ transcript }) => readTranscript(transcript))
      })
      await teach(unansweredIn(talks, model), answers)
    })
}

async function teach(unanswered: readonly Unanswered[], answers: readonly Entry[]): Promise<void> {
  if (unanswered.length === 0) return writeErr('Every message was surely understood; there is nothing to teach.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr, prompt: '> ' })
  const replies = terminal[Symbol.asyncIterator]()
  let written = 0
  for (const { message, before, nearest } of unanswered) {
    writeErr(`\n${before === undefined ? '' : `(${sanitize(before)})\n`}“${sanitize(message)}”`)
    for (const [i, { id, chance }] of nearest.entries()) {
      const [first = ''] = answers.find((answer) => answer.id === id)?.says ?? []
      writeErr(`  ${i + 1}  ${id} (${Math.round(chance * 100)} %): ${first}`)
    }
    terminal.prompt()
    const { value: reply, done } = await replies.next()
    if (done) break
    const [choice = '', ...words] = reply.trim().split(/\s+/)
    if (choice === '') continue
    const id = nearest[Number(choice) - 1]?.id ?? choice
    writeExample(id, words.join(' ') || message)
    writeErr(`  written to ${id}`)
    written += 1
  }
  terminal.close()
  writeErr(`\n${written} of ${unanswered.length} written.`)
}

function writeExample(id: string, example: string): void {
  for (const name of readdirSync(folder)) {
    const file = `${folder}/${name}`
    const changed = withExample(readFileSync(file, 'utf8'), id, example)
    if (changed === undefined) continue
    writeFileSync(file, changed)
    return
  }
  throw new CommandFailure(`There is no answer “${id}”; their ids are in ${folder}/.`)
}
