import { Command } from 'commander'
import { expect, test } from 'vitest'
import { addMail } from '../mail/mail.ts'
import { refuseUnknownCommands } from '../terminal/unknown-command.ts'
import { addLeadsAnswered } from './answer-leads.ts'
import { addLeadsExport } from './export-leads.ts'
import { addLeadsList } from './list-leads.ts'
import { addLeadsMark } from './mark-lead.ts'
import { addLeadsNote } from './note-lead.ts'
import { addLeadsShow } from './show-lead.ts'

test.each([
  ['leads show', "missing required argument 'reference'"],
  ['leads answered', "missing required argument 'references'"],
  ['leads export --format xml', 'Allowed choices are csv, json'],
  ['leads --limit 0', 'It must be a whole number from 1'],
  ['leads --status late', 'Allowed choices are new, answered, held, spam, all'],
  ['leads mark KW-7GQ4M2XD bad', 'Allowed choices are spam, ham'],
  [`leads note KW-7GQ4M2XD ${'x'.repeat(10_001)}`, 'At most 10000 characters'],
  ['leads anwsered KW-7GQ4M2XD', '(Did you mean answered?)'],
  ['leads list held', 'too many arguments'],
  ['mail --to nobody', '“nobody” is no e-mail address'],
  ['mail retry', 'name mails, or say --failed'],
  ['mail retry 3f2a9c1e --failed', 'name mails, or say --failed'],
  ['mail drop --failed --waiting', 'name mails, or say --failed, or --waiting'],
  ['mial', '(Did you mean mail?)'],
])('“%s” is refused before anything is opened', async (words, complaint) => {
  let said = ''
  const studio = new Command('studio').exitOverride().configureOutput({
    writeErr: (text) => {
      said += text
    },
  })
  const leads = addLeadsList(studio)
  for (const add of [addLeadsShow, addLeadsExport, addLeadsMark, addLeadsNote, addLeadsAnswered]) add(leads)
  addMail(studio)
  refuseUnknownCommands(studio)
  await expect(studio.parseAsync(words.split(' '), { from: 'user' })).rejects.toMatchObject({ exitCode: 1 })
  expect(said).toContain(complaint)
})
