import { Command, CommanderError } from 'commander'
import { ContentError } from '../src/content/read-content.ts'
import { StorageError } from '../src/server/db/storage-error.ts'
import { EnvironmentError } from '../src/server/environment.ts'
import { addBackup } from './backup/backup.ts'
import { addRestore } from './backup/restore-backup.ts'
import { addChatAsk } from './chat/ask.ts'
import { addChat } from './chat/chat.ts'
import { addChatExtract } from './chat/extract.ts'
import { addChatTeach } from './chat/teach.ts'
import { CommandFailure } from './command-failure.ts'
import { addDoctor } from './doctor/doctor.ts'
import { exitFailed, exitWrongUse } from './exit-codes.ts'
import { addExportPerson } from './export-person.ts'
import { addForget, addLeadsForget } from './forget.ts'
import { addGlance } from './glance/glance.ts'
import { addIssue } from './issue/issue.ts'
import { addLeadsAnswered } from './leads/answer-leads.ts'
import { addLeadsExport } from './leads/export-leads.ts'
import { addLeadsList } from './leads/list-leads.ts'
import { addLeadsMark } from './leads/mark-lead.ts'
import { addLeadsNote } from './leads/note-lead.ts'
import { addLeadsShow } from './leads/show-lead.ts'
import { addMail } from './mail/mail.ts'
import { studioCommand } from './studio-command.ts'
import { addSubscribers } from './subscribers/subscribers.ts'
import { say } from './terminal/terminal.ts'
import { refuseUnknownCommands } from './terminal/unknown-command.ts'

/**
 * Runs one of the owner's commands to its end.
 * @param words what was typed after `studio`
 * @returns the exit code where the command was not understood or has failed; else it is what the command has set, or 0
 */
export async function runStudio(words: string[]): Promise<number | undefined> {
  try {
    await allCommands().parseAsync(orGlance(words), { from: 'user' })
    return undefined
  } catch (error) {
    return report(error)
  }
}

function allCommands(): Command {
  const studio = new Command('studio')
    .description(`The owner's commands. “studio” stands for: ${studioCommand('')}`)
    .usage('[command] [options]')
    .showHelpAfterError('(add --help for what it takes)')
    .exitOverride()
    .addHelpText(
      'after',
      `
Without a command: the day at a glance. What a command takes: ${studioCommand('leads --help')}
Data goes to standard output, everything else to standard error. Exit codes: 0 done, 1 failed or found something wrong,
2 not understood, or to be confirmed.`,
    )

  studio.commandsGroup('The day:')
  addGlance(studio)
  const leads = addLeadsList(studio)
  addLeadsShow(leads)
  addLeadsMark(leads)
  addLeadsNote(leads)
  addLeadsAnswered(leads)
  addLeadsExport(leads)
  addLeadsForget(leads)
  addMail(studio)
  studio.commandsGroup('The newsletter:')
  addSubscribers(studio)
  addIssue(studio)
  studio.commandsGroup('What is kept about a person:')
  addExportPerson(studio)
  addForget(studio)
  studio.commandsGroup('Backups:')
  addBackup(studio)
  addRestore(studio)
  studio.commandsGroup('The agent, and a check-up:')
  const chat = addChat(studio)
  addChatAsk(chat)
  addChatExtract(chat)
  addChatTeach(chat)
  addDoctor(studio)
  refuseUnknownCommands(studio)
  return studio
}

/** Who names no command wants to know how things stand. */
function orGlance(words: string[]): string[] {
  const [first] = words
  const isHelp = first === '--help' || first === '-h'
  return first === undefined || (first.startsWith('-') && !isHelp) ? ['glance', ...words] : words
}

/** What the owner can mend is told in its own words; anything else is a fault of the program, and shows where. */
function report(error: unknown): number {
  // Commander has written its own words already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitWrongUse
  const known = [CommandFailure, EnvironmentError, ContentError, StorageError].some((type) => error instanceof type)
  say(known && error instanceof Error ? error.message : error instanceof Error ? (error.stack ?? '') : String(error))
  return exitFailed
}
