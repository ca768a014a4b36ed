import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { lazy } from '../../lazy.ts'

type Files = ReadonlyMap<string, Buffer>

const passagesSchema = z.record(z.string(), z.array(z.tuple([z.string(), z.string()])))
const passages = lazy(() => passagesSchema.parse(parse(readFileSync(join(import.meta.dirname, 'we.yaml'), 'utf8'))))

/** Files where “I” isn't the studio, such as the chat, signed articles, and quotes. */
const otherSpeakers = /^(?:agent|articles)\/|^home\/testimonials\.yaml$/

const plurals: Readonly<Record<string, string>> = {
  i: 'we',
  'i’m': 'we’re',
  'i am': 'we are',
  'i was': 'we were',
  'am i': 'are we',
  'was i': 'were we',
  me: 'us',
  my: 'our',
  mine: 'ours',
  myself: 'ourselves',
}
const singular = /(?<![\w./@’-])(?:I(?:[’']m| am| was)?|(?:[Aa]m|[Ww]as) I|[Mm](?:e|y|ine|yself))(?![\w-])/g
/** How far back to look for the start of a sentence or comment, in characters. */
const lookBehind = 200
/** Matches text that ends where a sentence, paragraph, heading, list item, or YAML value starts. */
const sentenceStart = /(?:^|[.!?]["”]?\s+|\n\n|[>|]-?\n *|(?:^|\n) *(?:[#>-]+ |\w+: )+)["“*]*$/

/** Returns English content with “we” instead of “I”. */
export function filesInWe(files: Files): Map<string, Buffer> {
  const isText = (file: string) => /\.(?:yaml|md)$/.test(file)
  return new Map([...files].map(([file, bytes]) => [file, isText(file) ? Buffer.from(sayWe(file, `${bytes}`)) : bytes]))
}

/** Returns the lines `filesInWe` changes: those with “I”, and those that depend on it. */
export function linesInI(files: Files) {
  const changed = filesInWe(files)
  return [...files].flatMap(([file, bytes]) => {
    const after = String(changed.get(file)).split('\n')
    const lines = String(bytes).split('\n')
    return lines.flatMap((before, i) =>
      before === after[i] ? [] : [{ file, line: i + 1, before, after: after[i] ?? '' }],
    )
  })
}

function sayWe(file: string, text: string): string {
  let edited = text
  for (const [before, after] of passages()[file] ?? []) edited = edited.replaceAll(before, after)
  if (otherSpeakers.test(file)) return edited
  return edited.replaceAll(singular, (word: string, index: number) => {
    const before = edited.slice(Math.max(0, index - lookBehind), index)
    // YAML comments are for the owner, so leave them unchanged.
    if (file.endsWith('.yaml') && /(?:^|\n) *#[^\n]*$/.test(before)) return word
    const plural = plurals[word.toLowerCase().replace("'", '’')] ?? word
    const isCapital = word.startsWith('I') ? sentenceStart.test(before) : /^[A-Z]/.test(word)
    return isCapital ? plural.charAt(0).toUpperCase() + plural.slice(1) : plural
  })
}
