import { type Command, InvalidArgumentError } from 'commander'
import { findLead } from '../../src/features/leads/lead.repository.ts'
import { noteLead } from '../../src/features/leads/lead-desk.ts'
import { withDesk } from '../open-desk.ts'
import { example } from '../studio-command.ts'
import { harmlessLines, put, say } from '../terminal/terminal.ts'
import { noSuchRequest, readReference } from './lead-argument.ts'

const longestNote = 10_000

export function addLeadsNote(leads: Command): void {
  leads
    .command('note')
    .description('keep words of your own with a request, in place of those before; without words: show them')
    .argument('<reference>', 'for example KW-7GQ4M2XD', readReference)
    .argument('[words...]', 'the note; an empty one ("") removes it', addWord)
    .addHelpText('after', example('leads note KW-7GQ4M2XD called back, wants a quote by Friday'))
    .action(async (reference: string, words: string[]) => {
      await withDesk(async ({ database }) => {
        if (words.length === 0) {
          const lead = await findLead(database.db, reference)
          if (lead === undefined) throw noSuchRequest(reference)
          return lead.note === null ? say(`${reference} has no note.`) : put(`${harmlessLines(lead.note)}\n`)
        }
        const note = words.join(' ').trim() || null
        const noted = await noteLead(database, reference, note)
        if (noted === undefined) throw noSuchRequest(reference)
        const { before } = noted
        if (note === null)
          return say(before === null ? `${reference} has no note.` : `${reference}: the note is removed.`)
        say(
          `${reference}: noted${before === null || before === note ? '' : `, in place of “${harmlessLines(before)}”`}.`,
        )
      })
    })
}

function addWord(word: string, before: string[] | undefined): string[] {
  const words = [...(before ?? []), word.normalize('NFC')]
  if (words.join(' ').length > longestNote)
    throw new InvalidArgumentError(`At most ${longestNote} characters are kept.`)
  return words
}
