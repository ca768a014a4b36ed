import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { buffer } from 'node:stream/consumers'
import { Argument, type Command, Option } from 'commander'
import type { z } from 'zod'
import {
  type Action,
  type Actions,
  type Export,
  type Hint,
  hintsIn,
  inputsOf,
  type JobOptions,
  needsYes,
  type Progress,
  problemsOf,
  Refusal,
  runAction,
  Unconfirmed,
} from '../platform/actions.ts'
import { abortOnCtrlC, describeFileError, example, exitFailed, ownerPath, studioCommand } from './command.ts'
import { printBlocks, toRecord, writeExport, writeJson } from './print.ts'
import { sanitizeLines, style, writeErr } from './terminal.ts'

/** Adds `studio <subject> <verb>` for each action, with arguments, flags, and help from its input schema. */
export function addActions<Context>(
  studio: Command,
  actions: Actions<Context>,
  withContext: (work: (context: Context) => Promise<void>) => Promise<void>,
): void {
  for (const [name, action] of Object.entries(actions)) {
    if (action.command === null) continue
    const words = action.command ?? name.replace('.', ' ')
    const command = findOrAddCommand(studio, words.split(' '))
    const argumentNames = describeCommand(command, words, action)
    command.action(async () => {
      const values = Object.fromEntries(argumentNames.map((argument, i) => [argument, command.processedArgs[i]]))
      const { json, format, yes, ...flags } = command.opts()
      const input = await readInput(command, action.input, { ...flags, ...values })
      if (needsYes(action) && yes === undefined && action.isFinal?.(action.input.parse(input)) !== false)
        await askFirst(new Unconfirmed(`${action.confirm} Add --yes to confirm.`), action.confirm ?? '')
      await withContext(async (context) => {
        const result = await runAction(action, context, input, jobOptionsOf(action)).catch(async (error: unknown) => {
          if (!(error instanceof Unconfirmed)) throw error
          await askFirst(error)
          return await runAction(action, context, { ...input, ...error.answer }, jobOptionsOf(action))
        })
        if (action.kind === 'export') await writeExport(format, result as Export)
        else await show(action, result, { context, input: action.input.parse(input), isJson: json === true })
      })
    })
  }
  describeGroups(studio)
}

function findOrAddCommand(parent: Command, [word = '', ...rest]: string[]): Command {
  const command = parent.commands.find((each) => each.name() === word) ?? parent.command(word)
  return rest.length === 0 ? command : findOrAddCommand(command, rest)
}

function describeCommand<Context>(command: Command, words: string, action: Action<Context>): string[] {
  command.description(`${action.summary[0]?.toLowerCase()}${action.summary.slice(1)}`)
  const { argumentNames, exampleWords } = addInputs(command, action.input)
  if (action.kind === 'export')
    command.addOption(new Option('--format <format>', 'output format').choices(['csv', 'json']).default('csv'))
  else command.option('--json', 'print JSON')
  if (needsYes(action)) command.option('-y, --yes', 'don’t ask')
  command.addHelpText('after', example([words, ...exampleWords].join(' ')))
  return argumentNames
}

function describeGroups({ commands }: Command): void {
  for (const group of commands.filter((command) => command.commands.length > 0 && command.description() === ''))
    group.description(group.commands.map((verb) => verb.name()).join(', '))
}

function terminalInputs(input: z.ZodObject) {
  return inputsOf(input).filter(({ property }) => property.hidden !== true)
}

function addInputs(command: Command, input: z.ZodObject) {
  const argumentNames: string[] = []
  const exampleWords: string[] = []
  for (const { name, property, isRequired } of terminalInputs(input)) {
    const { type, description = '', items, short } = property
    const choices = property.enum ?? items?.enum
    const exampleValue = property.example ?? items?.example ?? choices?.[0]
    const placeholder = type === 'array' || property.freeText ? `${name}...` : name
    const longFlag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    const flag = short === undefined ? longFlag : `-${short}, ${longFlag}`
    const defaultText = String(property.default ?? '') === '' ? '' : ` (default: ${property.default})`
    const exampleText = exampleValue === undefined || choices ? '' : `for example ${exampleValue}`
    const helpText = [description, exampleText].filter(Boolean).join(', ')
    if (isRequired || property.argument) {
      const argument = new Argument(isRequired ? `<${placeholder}>` : `[${placeholder}]`, helpText)
      command.addArgument(choices === undefined ? argument : argument.choices(choices))
      argumentNames.push(name)
      if (isRequired && exampleValue !== undefined)
        exampleWords.push(/\s/.test(exampleValue) ? `"${exampleValue}"` : exampleValue)
    } else if (type === 'boolean') command.option(flag, description)
    else {
      const valueName = { integer: 'number', array: 'name...' }[type ?? ''] ?? (choices ? name : 'text')
      const option = new Option(`${flag} <${valueName}>`, `${helpText}${defaultText}`)
      command.addOption(choices === undefined ? option : option.choices(choices))
    }
  }
  return { argumentNames, exampleWords }
}

/** Converts numbers and paths, joins words, reads files, and validates the result. Invalid input exits with code 2. */
async function readInput(command: Command, input: z.ZodObject, typed: Record<string, unknown>) {
  const values: Record<string, unknown> = {}
  for (const { name, property } of terminalInputs(input)) {
    const { type, freeText, file, path } = property
    const value = typed[name]
    if (typeof value === 'string' && type === 'integer') values[name] = /^\d{1,9}$/.test(value) ? Number(value) : value
    else if (Array.isArray(value) && freeText) values[name] = value.length === 0 ? undefined : value.join(' ')
    else if (typeof value === 'string' && value !== '' && path) values[name] = ownerPath(value)
    else if (typeof value === 'string' && file) values[name] = await readBytes(value)
    else values[name] = value
  }
  const { error } = input.safeParse(values)
  if (error !== undefined) command.error(`error: ${sanitizeLines(problemsOf(error))}`)
  return values
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return path === '-' ? await buffer(process.stdin) : await readFile(ownerPath(path))
  } catch (error) {
    throw new Refusal(`Couldn’t open ${path}: ${describeFileError(error)}.`)
  }
}

/** Asks the owner to confirm. @throws Refusal unless the answer is yes; without a terminal, `unconfirmed` itself */
async function askFirst(unconfirmed: Unconfirmed, question = unconfirmed.message): Promise<void> {
  const output = [process.stderr, process.stdout].find(({ isTTY }) => isTTY)
  if (!process.stdin.isTTY || output === undefined) throw unconfirmed
  const terminal = createInterface({ input: process.stdin, output })
  const ended = once(terminal, 'close').then(() => '')
  const reply = await Promise.race([terminal.question(`${sanitizeLines(question)} Continue? [y/N] `), ended])
  terminal.close()
  if (!/^y(?:es)?$/i.test(reply.trim())) throw new Refusal('Nothing changed.')
}

function jobOptionsOf({ isLong }: Pick<Action<never>, 'isLong'>): JobOptions {
  if (isLong === undefined) return {}
  return { signal: abortOnCtrlC(), onProgress: process.stderr.isTTY ? printProgress : undefined }
}

function printProgress({ doing, done, all }: Progress): void {
  process.stderr.write(`\r\u001B[K${doing}: ${Math.floor((100 * done) / Math.max(1, all))}%\r`)
}

async function show<Context>(
  { kind, print, json, message, hasFailed }: Action<Context>,
  result: unknown,
  { context, input, isJson }: { context: Context; input: Record<string, unknown>; isJson: boolean },
): Promise<void> {
  const defaultBlocks = kind === 'read' ? [Object(result)] : []
  const blocks = isJson ? 'json' : (print?.(result, context) ?? defaultBlocks)
  if (blocks === 'json') writeJson(json === undefined ? toRecord(result) : await json(result, context, input))
  else printBlocks(blocks)
  if (Object(result).isCut === true) writeErr('There are more. Raise --limit to see them.')
  for (const hint of hintsIn(message?.(result, input))) writeErr(hintLine(hint))
  if (hasFailed?.(result)) process.exitCode = exitFailed
}

export function hintLine(hint: string | Hint): string {
  if (typeof hint === 'string') return sanitizeLines(hint)
  const { text = '', fix } = hint
  const fixText = fix && `${fix.label}: ${style('cyan', studioCommand(fix.command), process.stderr)}`
  return [sanitizeLines(text), fixText].filter(Boolean).join(' ')
}
