import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { firstContent, questions } from '../../cli/begin/first-content.ts'
import { starterFiles } from '../../platform/content/starter/starter.ts'

/** Another studio (Portuguese, photos, euros, calls), the sample in another look, and what `studio begin` writes. */
export const studios = ['lisbon', 'variant', 'begun']

/** The ten answers of a new owner to `studio begin`. */
export const beginLines = [
  ...['Atelier Nove', '', 'a wedding photographer', 'Lisbon', 'pt ES', 'ola@ateliernove.example', 'eur'],
  ...['A wedding day, 1200', 'A portrait, at home, 180', 'A company day, 900'],
]

/** Puts the content/ of a studio into this folder. @returns the folder */
export function putStudio(name: string, folder: string): string {
  const content = join(folder, 'content')
  if (name === 'begun') {
    const answers = Object.fromEntries(questions.map(([question], i) => [question, beginLines[i] ?? '']))
    for (const [file, bytes] of [...starterFiles(), ...Object.entries(firstContent(answers))]) {
      mkdirSync(dirname(join(content, file)), { recursive: true })
      writeFileSync(join(content, file), bytes)
    }
    return folder
  }
  if (name !== 'lisbon') cpSync('sample', content, { recursive: true })
  if (name !== 'sample') cpSync(join('tests/studios', name), content, { recursive: true })
  return folder
}
