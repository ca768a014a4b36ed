import { expect, test } from 'vitest'
import { allCommands } from '../studio.ts'

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
  const studio = allCommands()
  const configure = (command: typeof studio) => {
    command.configureOutput({
      writeErr: (text) => {
        said += text
      },
    })
    command.commands.forEach(configure)
  }
  configure(studio)
  await expect(studio.parseAsync(words.split(' '), { from: 'user' })).rejects.toMatchObject({ exitCode: 1 })
  expect(said).toContain(complaint)
})
