import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { parseDocument } from 'yaml'
import { firstPromises } from '../../platform/content/facts/offers.ts'
import { type Files, starterFiles } from '../../platform/content/starter/starter.ts'
import { formatDay } from '../../platform/text/time-text.ts'
import { readAnswers, type Typed } from './questions.ts'

/** Fills the starter's files with the answers. */
export function firstContent(typed: Typed): Files {
  const { name, voice, founder, trade, place, countries, zone, email, packages } = readAnswers(typed)
  const tagline = `${trade.charAt(0).toUpperCase()}${trade.slice(1)} in ${place}`
  const description = `${name}: ${trade} in ${place}, with a written quote and one price before the work starts.`
  const areas = { areasServed: countries, founder: founder === '' ? {} : { name: founder } }
  const answers = {
    'calls.yaml': { zone },
    'studio.yaml': {
      name,
      voice,
      tagline,
      blurb: `${tagline}.`,
      description,
      email,
      ...areas,
    },
    'offers.yaml': { packages: packages.map(withShortName), about: { trade, place }, promises: firstPromises },
  }
  const files = starterFiles(voice)
  for (const [file, values] of Object.entries(answers)) {
    const document = parseDocument(String(files.get(file)))
    for (const [key, value] of Object.entries(values)) document.set(key, document.createNode(value))
    files.set(file, Buffer.from(document.toString({ lineWidth: 0 })))
  }
  for (const [file, bytes] of files) {
    const today = `updated: ${formatDay(new Date())}`
    if (file.startsWith('legal/')) files.set(file, Buffer.from(String(bytes).replace(/^updated: .*/m, today)))
  }
  return files
}

/** Adds a short name: `portrait` for “A portrait, at home”. Uses the full name if two offers would share it. */
function withShortName<T extends { name: string }>(offer: T, _: number, offers: readonly T[]) {
  const called = shortNameOf(offer)
  const isShared = offers.some((other) => other !== offer && shortNameOf(other) === called)
  return { ...offer, called: isShared ? offer.name : called }
}

function shortNameOf({ name }: { name: string }): string {
  return name.replace(/^(?:an?|the) /i, '').replace(/,.*/, '')
}

/** Writes a complete folder, then swaps it in. After an interruption, content/ is entirely old or entirely new. */
export function replaceContent(files: Files): void {
  const draft = mkdtempSync('content-')
  for (const [file, bytes] of files) {
    mkdirSync(dirname(join(draft, file)), { recursive: true })
    writeFileSync(join(draft, file), bytes)
  }
  // The site might run under another account.
  for (const entry of [draft, ...globSync(`${draft}/**`)]) chmodSync(entry, statSync(entry).isFile() ? 0o644 : 0o755)
  const previous = `${draft}.before`
  if (existsSync('content')) renameSync('content', previous)
  renameSync(draft, 'content')
  rmSync(previous, { recursive: true, force: true })
}
