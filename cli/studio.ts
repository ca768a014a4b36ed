import { type Argument, type Command, CommanderError } from 'commander'
import { distance } from 'fastest-levenshtein'
import { ContentError } from '../platform/content/read-content.ts'
import { StorageError } from '../platform/db/database.ts'
import { EnvironmentError } from '../platform/environment.ts'
import { addBackup, addRestore } from './backup/backup.ts'
import { addBegin } from './begin/begin.ts'
import { addCalls } from './calls/calls.ts'
import { addChatBatches } from './chat/batch.ts'
import { addChat } from './chat/chat.ts'
import { addChatTeach } from './chat/teach.ts'
import { CommandFailure, exitFailed, exitWrongUse, studioCommand } from './command.ts'
import { addDesk } from './desk.ts'
import { addDoctor } from './doctor/doctor.ts'
import { addExportPerson } from './export-person.ts'
import { addForget } from './forget.ts'
import { addGlance } from './glance/glance.ts'
import { addIssue } from './issue/issue.ts'
import { addLeadsExport } from './leads/lead-records.ts'
import { addLeadsList } from './leads/list-leads.ts'
import { addLeadMarks } from './leads/mark-leads.ts'
import { addMailList } from './mail/list-mails.ts'
import { addMute } from './mail/mute.ts'
import { addSending } from './mail/send-mails.ts'
import { StudioCommand } from './open-desk.ts'
import { addReport } from './report.ts'
import { addSubscribers } from './subscribers/subscribers.ts'
import { writeErr } from './terminal/terminal.ts'

/** @returns the exit code where the command was not understood or has failed; else it has set it itself */
export async function runStudio(words: string[]): Promise<number | undefined> {
  try {
    await allCommands().parseAsync(orGlance(words), { from: 'user' })
    return undefined
  } catch (error) {
    return report(error)
  }
}

export function allCommands(): StudioCommand {
  const studio = new StudioCommand('studio')
    .usage('[command] [options]')
    // Without “[options]”, which all have: a line of 80 columns is soon full.
    .configureHelp({
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' '),
    })
    .showHelpAfterError('(add --help for what it takes)')
    .exitOverride()
    .addHelpText('after', `\n“studio” stands for: ${studioCommand('')}. Alone, it shows the day.`)

  addDesk(studio)
  addGlance(studio)
  addReport(studio)
  const leads = addLeadsList(studio)
  addLeadMarks(leads)
  addLeadsExport(leads)
  addCalls(studio)
  const mail = addMailList(studio)
  addSending(mail)
  addMute(mail)
  addSubscribers(studio)
  addIssue(studio)
  addExportPerson(studio)
  addForget(studio)
  addBackup(studio)
  addRestore(studio)
  const chat = addChat(studio)
  addChatBatches(chat)
  addChatTeach(chat)
  addDoctor(studio)
  addBegin(studio)
  refuseUnknownCommands(studio)
  return studio
}

function argumentTerm(argument: Argument): string {
  const name = argument.name() + (argument.variadic ? '…' : '')
  return argument.required ? `<${name}>` : `[${name}]`
}

function orGlance(words: string[]): string[] {
  const [first] = words
  const isHelp = first === '--help' || first === '-h'
  return first === undefined || (first.startsWith('-') && !isHelp) ? ['glance', ...words] : words
}

/** What the owner can fix is told in its own words; anything else is a fault of the program, and shows where. */
function report(error: unknown): number {
  // Commander has written its own words already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitWrongUse
  const known = [CommandFailure, EnvironmentError, ContentError, StorageError].some((type) => error instanceof type)
  writeErr(error instanceof Error ? ((known ? error.message : error.stack) ?? '') : String(error))
  return exitFailed
}

const farthest = 3

/** Where a command takes a path, only a word without a slash that is like a subcommand counts as a misspelling of it. */
function refuseUnknownCommands(studio: Command): void {
  const groups = studio.commands.filter(({ commands }) => commands.length > 0)
  for (const group of groups.filter((each) => !takesPath(each))) group.allowExcessArguments()
  studio.hook('preAction', (_, command) => {
    const [word] = command.args
    if (command.commands.length === 0 || word === undefined) return
    const meant = nearest(word, command)
    if (takesPath(command) && (meant === undefined || word.includes('/'))) return
    const otherwise = takesPath(command) ? ` A folder of that name is ./${word}` : ''
    const suggestion = meant === undefined ? '' : `\n(Did you mean ${meant}?${otherwise})`
    command.error(`error: unknown command '${word}'${suggestion}`, { code: 'commander.unknownCommand' })
  })
}

function takesPath({ registeredArguments }: Command): boolean {
  return registeredArguments.length > 0
}

function nearest(word: string, group: Command): string | undefined {
  const near = group.commands.flatMap((command) => {
    const name = command.name()
    const away = distance(word.slice(0, 100), name)
    return away <= farthest && away < name.length ? [{ name, away }] : []
  })
  return near.toSorted((a, b) => a.away - b.away)[0]?.name
}

if (import.meta.main) {
  // A reader that has seen enough (`| head`) is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  const failed = await runStudio(process.argv.slice(2))
  if (failed !== undefined) process.exitCode = failed
}
