import './jsx.ts'
import { Argument, Command, CommanderError } from 'commander'
import { Refusal, Unconfirmed } from '../platform/actions.ts'
import { ContentError } from '../platform/content/files/content-error.ts'
import { StorageError } from '../platform/db/database.ts'
import { EnvironmentError, loadEnvironment } from '../platform/environment.ts'
import { counted } from '../platform/text/amounts.ts'
import { oneLine } from '../platform/text/clean-text.ts'
import { nearestTo } from '../platform/text/nearest.ts'
import { formatIsoTime, formatMinute } from '../platform/text/time-text.ts'
import { actions } from '../server/actions.ts'
import { rowsText, withoutContent } from '../server/backup/actions.ts'
import { moveDatabase } from '../server/backup/move-database.ts'
import { restoreToFolder } from '../server/backup/restore-backup.ts'
import { checkSetup } from '../server/setup/check-setup.ts'
import { type Finding, groupFindings } from '../server/setup/finding.ts'
import { addActions, hintLine } from './action-commands.ts'
import { addBegin } from './begin/begin.ts'
import { addChat } from './chat/chat.ts'
import { abortOnCtrlC, example, exitFailed, exitUsageError, ownerPath, studioCommand } from './command.ts'
import { addDesk } from './desk.ts'
import { printBlocks, writeJson } from './print.ts'
import { sanitizeLines, style, writeErr, writeOut } from './terminal.ts'
import { withContext } from './with-context.ts'

/** @returns the exit code after an error, or undefined. Commands set `process.exitCode` themselves. */
export async function runStudio(words: string[]): Promise<number | undefined> {
  try {
    const studio = allCommands()
    await studio.parseAsync(fullWords(currentWords(words), studio), { from: 'user' })
    return undefined
  } catch (error) {
    return reportError(error)
  }
}

export function allCommands(): Command {
  const studio = new Command('studio')
    .usage('[command] [options]')
    // Omit “[options]” from the list: every command has options.
    .configureHelp({
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' '),
    })
    .showHelpAfterError('(--help shows the usage)')
    .exitOverride()
    .addHelpText('after', `\n“studio” is short for ${studioCommand('')}. Without a command, it shows the overview.`)
  addDesk(studio)
  addActions(studio, actions, withContext)
  addRestore(studio)
  addMove(studio)
  addChat(studio)
  addDoctor(studio)
  addBegin(studio)
  return studio
}

/** `doctor` isn't an action, so it works even with a broken database. */
function addDoctor(studio: Command): void {
  studio
    .command('doctor')
    .description('check for problems, missing settings, and leftover sample content')
    .option('--json', 'print JSON, with the details')
    .addHelpText('after', example('doctor'))
    .action(async ({ json }: { json?: true }) => {
      const findings = (await checkSetup(loadEnvironment())).map(({ command, ...finding }) => {
        const { text, todo } = finding
        const texts = { text: oneLine(text), ...(todo !== undefined && { todo: oneLine(todo) }) }
        return { ...finding, ...texts, ...(command && { command: studioCommand(command) }) }
      })
      const { problems, notes, passed, checked } = groupFindings(findings)
      if (json) writeJson(findings)
      else {
        const passedText = `${counted(passed.length, 'check')} passed: ${checked.join(', ')}`
        printBlocks([...findingsText('Problems', problems), ...findingsText('Notes', notes), passedText])
      }
      if (problems.length > 0) writeErr(`${counted(problems.length, 'problem')} found.`)
      process.exitCode = problems.length > 0 ? exitFailed : 0
    })
}

function findingsText(title: string, findings: readonly Finding[]): string[] {
  const lines = findings.flatMap(({ text, place, todo, files = [], setting, command }) => {
    const details = [place, todo, ...files, ...(setting?.split('\n') ?? []), command]
    return [`  ${text}`, ...details.flatMap((line) => (line === undefined ? [] : `    ${oneLine(line)}`))]
  })
  return findings.length === 0 ? [] : [[style('bold', title), ...lines].join('\n')]
}

/** `restore` isn't an action: actions need a database, which this command creates. */
function addRestore(studio: Command): void {
  studio
    .command('restore')
    .description('restore a backup into a new folder, tested and with its outbox paused')
    .argument('<file>', 'the backup')
    .argument('<folder>', 'a new or empty folder')
    .option('--json', 'print JSON')
    .addHelpText('after', example('restore /mnt/disk/kitewright-20261120T031500Z.sqlite ~/restored'))
    .action(async (path: string, to: string, { json }: { json?: true }) => {
      const environment = loadEnvironment()
      const folder = ownerPath(to)
      const restored = await restoreToFolder(ownerPath(path), folder, { environment, signal: abortOnCtrlC() })
      const { backup, rows } = restored
      if (json) return writeJson({ ...restored, backup: { ...backup, at: formatIsoTime(backup.at) }, folder })
      writeOut(`${folder}\n`)
      writeErr(`Restored as of ${formatMinute(backup.at)}, tested: ${rowsText(rows)}.

${style('bold', 'Its outbox is paused', process.stderr)}: it stores leads, but sends no emails until you resume.
  start it      DATA_DIR=${folder} npm start
  let it send   DATA_DIR=${folder} ${studioCommand('outbox resume')}   (shows what would be sent, then asks)
  put it live   docs/desk.md, “Restoring in production”

People erased since then are back. Erase them again before you go live.
Subscribers who left since then are back too. The old database’s suppressions list them.`)
      writeErr(withoutContent)
      if (environment.databaseUrl !== undefined) {
        const move = `DATA_DIR=${folder} ${studioCommand('move postgres')}`
        const note = `DATABASE_URL is set, so the site uses that database. To move the restored database there: ${move}`
        writeErr(style('yellow', note, process.stderr))
      }
    })
}

/** `move` isn't an action: it needs both databases and creates one of them. */
function addMove(studio: Command): void {
  studio
    .command('move')
    .description('move everything to PostgreSQL (DATABASE_URL), or back to SQLite (DATA_DIR)')
    .addArgument(new Argument('<engine>').choices(['postgres', 'sqlite']))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      example('move postgres', 'Stop the site first. The move is undone if any row or value differs.'),
    )
    .action(async (to: 'postgres' | 'sqlite', { json }: { json?: true }) => {
      const environment = loadEnvironment()
      if (environment.databaseUrl === undefined) throw new Refusal('DATABASE_URL isn’t set.')
      const rows = await moveDatabase(to, { environment, signal: abortOnCtrlC() })
      if (json) return writeJson({ rows })
      const before = to === 'sqlite' ? 'Remove DATABASE_URL from your settings, then start' : 'Start'
      writeErr(`Moved everything. Row counts and checksums match: ${rowsText(rows)}.
${before} the site. The old database keeps its rows, but its outbox is now paused.`)
    })
}

function argumentTerm(argument: Argument): string {
  const name = argument.name() + (argument.variadic ? '…' : '')
  return argument.required ? `<${name}>` : `[${name}]`
}

/** Old command names from version 0.2. Remove these in the next version. */
const oldNames: Readonly<Record<string, string>> = {
  mail: 'outbox',
  'mail drop': 'outbox delete',
  'mail mute': 'outbox pause',
  'mail unmute': 'outbox resume',
  glance: 'overview',
  'chat teach': 'training list',
}

function currentWords(words: string[]): string[] {
  for (const count of [2, 1]) {
    const oldName = words.slice(0, count).join(' ')
    const current = oldNames[oldName]
    if (current === undefined) continue
    writeErr(`“${oldName}” is now “${current}”. The next version removes the old name.`)
    return [...current.split(' '), ...words.slice(count)]
  }
  return words
}

const defaultVerbs = ['list', 'make']

/** Adds the default verb if the owner typed only a subject. The word after `backup` can be a folder. */
function fullWords(words: string[], studio: Command): string[] {
  const [first, second] = words
  const isHelp = (word: string | undefined) => word === '--help' || word === '-h'
  if (first === undefined || (first.startsWith('-') && !isHelp(first))) return ['overview', ...words]
  const group = studio.commands.find((command) => command.name() === first)
  const verb = group?.commands.find((command) => defaultVerbs.includes(command.name()))
  if (group === undefined || verb === undefined || isHelp(second)) return words
  if (second === undefined || second.startsWith('-')) return [first, verb.name(), ...words.slice(1)]
  const names = group.commands.map((command) => command.name())
  const isFolder =
    verb.registeredArguments.length > 0 && (second.includes('/') || nearestTo(second, names) === undefined)
  return names.includes(second) || !isFolder ? words : [first, verb.name(), ...words.slice(1)]
}

/** Prints one sentence for an error the owner can fix, and the stack for any other error. @returns the exit code */
function reportError(error: unknown): number {
  // Commander has already printed this error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitUsageError
  const isKnown = [Refusal, EnvironmentError, ContentError, StorageError].some((type) => error instanceof type)
  if (error instanceof Refusal) writeErr(hintLine({ text: error.message, fix: error.fix }))
  else writeErr(sanitizeLines(error instanceof Error ? ((isKnown ? error.message : error.stack) ?? '') : String(error)))
  return error instanceof Unconfirmed ? exitUsageError : exitFailed
}

if (import.meta.main) {
  // A closed pipe (`| head`) isn't a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  const failed = await runStudio(process.argv.slice(2))
  if (failed !== undefined) process.exitCode = failed
}
