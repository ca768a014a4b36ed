import { createInterface } from 'node:readline/promises'
import type { Entry } from '../../platform/content/chat/answers.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { trainedAnswers } from '../../server/chat/book/trained-answers.ts'
import { teachAnswer } from '../../server/chat/training/teach-answer.ts'
import { examplesIn, type Unanswered, unansweredIn } from '../../server/chat/training/unanswered.ts'
import { readTalks } from '../../server/leads/talks.ts'
import { CommandFailure, studioCommand } from '../command.ts'
import type { StudioCommand } from '../open-desk.ts'
import { sanitize, writeErr } from '../terminal/terminal.ts'

export function addChatTeach(chat: StudioCommand): void {
  chat
    .command('teach')
    .description('teach the agent what it did not surely understand')
    .addHelpText(
      'after',
      `\nOf talks that were sent along with a request. For each message type the number or the id of the answer, with other words for the
message behind it if you like (“2 do you build apps for gyms”); Enter leaves it out, Ctrl-D ends. Then build again: npm start.
Example: ${studioCommand('chat teach')}`,
    )
    .onDesk(async ({ database: { db } }) => {
      const { answers } = siteContent().agent
      const { model } = trainedAnswers(answers)
      await teach(unansweredIn(await readTalks(db), model, examplesIn(answers)), answers)
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
    const taught = teachAnswer(id, words.join(' ') || message, answers)
    if (typeof taught === 'string') throw new CommandFailure(taught)
    writeErr(`  written to ${id}`)
    written += 1
  }
  terminal.close()
  writeErr(`\n${written} of ${unanswered.length} written.`)
}
