import { Argument, InvalidArgumentError } from 'commander'
import { counted, since } from '../../platform/text/amounts.ts'
import { minuteOf } from '../../platform/text/time-text.ts'
import { markRequest } from '../../server/calls/change-call.ts'
import { findLead } from '../../server/leads/lead.repository.ts'
import { answerLeads, longestNote, noteLead } from '../../server/leads/mark-leads.ts'
import { CommandFailure, example } from '../command.ts'
import type { StudioCommand } from '../open-desk.ts'
import { sanitize, sanitizeLines, writeErr, writeOut } from '../terminal/terminal.ts'

export function readReference(text: string): string {
  return text.trim().toUpperCase()
}

export function noSuchRequest(...references: string[]): CommandFailure {
  return new CommandFailure(`There is no request ${references.map(sanitize).join(', ')}.`)
}

const verdicts = { spam: 'spam', ham: 'ok' } as const

export function addLeadMarks(leads: StudioCommand): void {
  leads
    .command('mark')
    .summary('say that a request is spam, or that it is none')
    .description(
      'say that a request is spam, or that it is none; of spam, mails that have not gone out are deleted, and the time of a call is free again',
    )
    .argument('<reference>', 'for example KW-7GQ4M2XD', readReference)
    .addArgument(new Argument('<verdict>', 'what it is').choices(Object.keys(verdicts)))
    .addHelpText('after', example('leads mark KW-7GQ4M2XD spam'))
    .onDesk(async (desk, reference: string, verdict: keyof typeof verdicts) => {
      const status = verdicts[verdict]
      const marked = await markRequest(desk, reference, status)
      if (marked === undefined) throw noSuchRequest(reference)
      const { before, droppedMails, isFreed } = marked
      const told = before === status ? `is ${status} already` : `was ${before}, is ${status} now`
      const dropped = droppedMails === 0 ? '' : `; ${counted(droppedMails, 'unsent mail')} about it deleted`
      writeErr(`${reference} ${told}${dropped}${isFreed ? '; the time of its call is free again' : ''}.`)
    })
  leads
    .command('note')
    .description('keep words of your own with a request')
    .argument('<reference>', 'for example KW-7GQ4M2XD', readReference)
    .argument('[words...]', 'the note; "" removes it, none shows it', addWord)
    .addHelpText('after', example('leads note KW-7GQ4M2XD called back, wants a quote by Friday'))
    .onDesk(async ({ database }, reference: string, words: string[]) => {
      if (words.length === 0) {
        const lead = await findLead(database.db, reference)
        if (lead === undefined) throw noSuchRequest(reference)
        return lead.note === null ? writeErr(`${reference} has no note.`) : writeOut(`${sanitizeLines(lead.note)}\n`)
      }
      const note = words.join(' ').trim() || null
      const noted = await noteLead(database, reference, note)
      if (noted === undefined) throw noSuchRequest(reference)
      const { before } = noted
      if (note === null)
        return writeErr(before === null ? `${reference} has no note.` : `${reference}: the note is removed.`)
      writeErr(
        `${reference}: noted${before === null || before === note ? '' : `, in place of “${sanitizeLines(before)}”`}.`,
      )
    })
  leads
    .command('answered')
    .description('say that requests are answered')
    .argument('<references...>', 'for example KW-7GQ4M2XD', (text: string, before: string[] = []) => [
      ...before,
      readReference(text),
    ])
    .option('--undo', 'they wait after all')
    .addHelpText('after', example('leads answered KW-7GQ4M2XD KW-4WXBK5HG'))
    .onDesk(async ({ database, now }, references: string[], { undo }: { undo?: true }) => {
      const at = undo ? null : now()
      const result = await answerLeads(database, references, at)
      if ('unknown' in result) throw noSuchRequest(...result.unknown)
      for (const { reference, created_at, before } of result.leads) {
        if (at === null) writeErr(`${reference} ${before === null ? 'waits anyway' : 'waits again'}.`)
        else if (before !== null) writeErr(`${reference} is answered already, since ${minuteOf(before)}.`)
        else writeErr(`${reference} is answered, after ${since(created_at, at)}.`)
      }
    })
}

function addWord(word: string, before: string[] | undefined): string[] {
  const words = [...(before ?? []), word.normalize('NFC')]
  if (words.join(' ').length > longestNote)
    throw new InvalidArgumentError(`At most ${longestNote} characters are kept.`)
  return words
}
