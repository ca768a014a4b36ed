import { z } from 'zod'
import { Rollback } from './db/database.ts'
import { isEmailAddress } from './email/address.ts'
import { cleanText, oneLine, visibleText } from './text/clean-text.ts'
import { nearestTo } from './text/nearest.ts'

/** Progress of long work, in rows, lines, emails, or bytes. */
export type Progress = { doing: string; done: number; all: number }

/** Lets the caller of a long job stop the job and follow its progress. */
export type JobOptions = { signal?: AbortSignal | undefined; onProgress?: ((progress: Progress) => void) | undefined }

/** A sentence for the owner, with a command that fixes the problem. Only terminals show the command. */
export type Hint = { text?: string; fix?: { label: string; command: string } | undefined }

/** Keys name the columns. Numbers under `…_at` are times in ms since 1970. The first column is never truncated. */
export type Table = { title?: string; rows: readonly object[]; columns?: readonly string[] }

/** Terminal output: text, a table, labeled facts, or an object to print as facts and tables. */
export type Block = string | Table | object

/** Sentences for the owner. False and undefined are skipped. */
export type ActionMessage = string | Hint | false | undefined | readonly ActionMessage[]

export function hintsIn(message: ActionMessage): (string | Hint)[] {
  if (typeof message === 'object' && 'flatMap' in message) return message.flatMap(hintsIn)
  return message ? [message] : []
}

/** Records to save as CSV or JSON. By default, `csv` has the same columns as `json`. */
export type Export<Row = never> = {
  rows: AsyncIterable<Row>
  json: Readonly<Record<string, (row: Row) => unknown>>
  csv?: Readonly<Record<string, (row: Row) => unknown>>
  message(count: number): string
}

/**
 * Something an owner can view or do. The desk calls it over HTTP, `studio` from a terminal, and tests with `runAction`.
 */
export type Action<Context, Input extends z.ZodObject = z.ZodObject, Result = unknown> = {
  /** One imperative sentence, for the command's help. */
  summary: string
  input: Input
  kind: 'read' | 'change' | 'export'
  /** The command, if it differs from the action's name. Null if there's no command. */
  command?: string | null
  /**
   * Describes what the owner can't undo, such as deleted data or sent emails. Null if the owner can undo the action.
   * The terminal and the desk show this and ask first (docs/decisions/running/final-actions.md).
   */
  confirm?: string | null
  /** Whether `confirm` applies to this input. By default, it applies to every input. */
  isFinal?(input: z.output<Input>): boolean
  /** The action can run for minutes. It reports progress and stops on request. */
  isLong?: true
  /** @throws Refusal if the action isn't possible */
  run(context: Context, input: z.output<Input>, job: JobOptions): Promise<Result>
  /** Formats the result for stdout. If missing, reads print the whole result. */
  print?(result: Result, context: Context): readonly Block[] | 'json'
  /** The JSON for scripts, if it differs from the result. */
  json?(result: Result, context: Context, input: z.output<Input>): unknown
  message?(result: Result, input: z.output<Input>): ActionMessage
  /** Whether the command exits with 1 even though the action ran. */
  hasFailed?(result: Result): boolean
}

type Definition<Context, Input extends z.ZodObject, Result> = Omit<Action<Context, Input, Result>, 'kind'>

export function read<Context, Input extends z.ZodObject, Result>(action: Definition<Context, Input, Result>) {
  return { ...action, kind: 'read' } as const
}

export function change<Context, Input extends z.ZodObject, Result>(
  action: Definition<Context, Input, Result> & { confirm: string | null },
) {
  return { ...action, kind: 'change' } as const
}

export function exports<Context, Input extends z.ZodObject, Row>(action: Definition<Context, Input, Export<Row>>) {
  return { ...action, kind: 'export' } as const
}

/** Actions by name, `subject.verb`. */
export type Actions<Context> = Readonly<Record<string, Action<Context>>>

/** Thrown if the action isn't possible. The message explains the problem, then the fix. */
export class Refusal extends Rollback {
  readonly fix: Hint['fix']

  constructor(message: string, fix?: Hint['fix']) {
    super(message)
    this.fix = fix
  }
}

/** Thrown if the owner must confirm first. `answer` is the input that confirms, such as the number of emails. */
export class Unconfirmed extends Refusal {
  readonly answer: object

  constructor(message: string, fix?: Hint['fix'], answer = {}) {
    super(message, fix)
    this.answer = answer
  }
}

/** Whether the command has `--yes`. An action with the input `confirm` asks for the number of emails instead. */
export function needsYes({ confirm, input }: Pick<Action<never>, 'confirm' | 'input'>): boolean {
  return typeof confirm === 'string' && !('confirm' in input.shape)
}

/** `There is no lead KW-7GQ4M2XX. Did you mean KW-7GQ4M2XD?` */
export function noSuch(thing: string, names: readonly string[], known: readonly string[]): Refusal {
  const meant = names.flatMap((name) => nearestTo(name, known) ?? [])
  const question = meant.length === 0 ? '' : ` Did you mean ${meant.join(', ')}?`
  return new Refusal(`There is no ${thing} ${names.join(', ')}.${question}`)
}

/** @throws ZodError for wrong input, Refusal if the action isn't possible */
export async function runAction<Context, Input extends z.ZodObject, Result>(
  action: Action<Context, Input, Result>,
  context: Context,
  input: unknown,
  job: JobOptions = {},
): Promise<Result> {
  return await action.run(context, action.input.parse(input), job)
}

/** One line per problem, like `email: “ada” isn’t an email address`. */
export function problemsOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${String(path[0] ?? 'input')}: ${message}`).join('\n')
}

type Meta = {
  description?: string
  example?: string
  /** An optional argument instead of a flag. */
  argument?: true
  /** Free text: arguments joined by spaces, or lines. */
  freeText?: true
  /** A file's bytes; `-` is standard input. */
  file?: true
  short?: string
  /** The desk has this input, the command doesn't. */
  hidden?: true
  /** A path on this machine. The desk doesn't accept it: web pages mustn't choose local files. */
  path?: true
}

/** An input's JSON Schema, including its `meta`. */
export type InputProperty = Meta & { type?: string; enum?: string[]; default?: unknown; items?: InputProperty }

export function inputsOf(input: z.ZodObject): { name: string; property: InputProperty; isRequired: boolean }[] {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, property]) => ({
    name,
    property: property as InputProperty,
    isRequired: required.includes(name),
  }))
}

/** A schema for typed or pasted text. Cleans the text, unless it's a path. */
export const text = (max: number, meta: Meta = {}) =>
  z.string().overwrite(cleanerFor(meta)).max(max, `must have at most ${max} characters`).meta(meta)

function cleanerFor({ path, freeText }: Meta): (text: string) => string {
  if (path) return String
  return freeText ? cleanText : oneLine
}

export const optionalText = (max: number, meta: Meta = {}) => text(max).default('').meta(meta)

export const flag = (description: string) => z.boolean().default(false).meta({ description })

/** The reference of a lead, a call, or a blocked time. */
export const reference = text(40).toUpperCase().meta({ example: 'KW-7GQ4M2XD' })

export const emailAddress = z
  .string()
  .max(254)
  .transform((text, { addIssue }) => {
    const address = visibleText(text)
    if (!isEmailAddress(address)) addIssue(`“${text}” isn’t an email address`)
    return address
  })
  .meta({ example: 'ada@client.example' })

const maxListed = 10_000

export const limit = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(maxListed, `must be at most ${maxListed}`)
  .default(50)
  .meta({ description: 'how many at most', short: 'n' })

/** The number of affected items the owner was shown and confirmed. */
export const confirmed = z.int('must be a whole number').min(0).optional()
