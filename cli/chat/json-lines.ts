import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { CommandFailure } from '../command-failure.ts'
import { fileFailure } from '../file-failure.ts'
import { harmless, say } from '../terminal/terminal.ts'

/** A line that holds something, from 1 on. `value` is undefined where it is no JSON. */
export type JsonLine = { number: number; value: unknown }

/**
 * The lines of a file as they come, blank ones left out.
 * @param file `-` for standard input
 * @throws CommandFailure for a file that cannot be read
 */
export async function* readJsonLines(file: string): AsyncGenerator<JsonLine> {
  const input = file === '-' ? process.stdin : await openFile(file)
  let number = 0
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1
    const line = text.replace(/^\uFEFF/, '')
    if (line.trim() !== '') yield { number, value: parseJson(line) }
  }
}

/** Waits for a slow reader instead of holding everything in memory. */
export async function putJsonLine(value: object): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(value)}\n`)) await once(process.stdout, 'drain')
}

/** A wrong line is told of, and the others are answered all the same; in the end the command has failed. */
export function complainOfLine(file: string, number: number, complaint: string): void {
  say(`${harmless(file)}:${number}: ${complaint}`)
  process.exitCode = 1
}

async function openFile(file: string): Promise<Readable> {
  const stream = createReadStream(file)
  try {
    await once(stream, 'open')
    return stream
  } catch (error) {
    throw new CommandFailure(`${harmless(file)} cannot be read: ${fileFailure(error)}.`)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
