import { styleText } from 'node:util'

export type Style = Parameters<typeof styleText>[0]

export function writeOut(text: string): void {
  process.stdout.write(text)
}

export function writeErr(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Styles text on terminals, unless NO_COLOR is set. */
export function style(format: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(format, text, { stream })
}

/** Removes control characters, which untrusted text could use to fake output. */
export function sanitizeLines(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]|[\u2028-\u202E\u2066-\u2069]/gu, '')
}
