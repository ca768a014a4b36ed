import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '../src/lib/seeded-random.ts'

const words =
  'the a founder product price week design build test customer invoice market contract deadline feature release page form mail server query table column index cache budget team hour scope change risk plan note draft review launch support number margin service cost value time money reason answer question idea sketch line word sentence paragraph kite thread wind field paper fold spar tail knot bridle reel'.split(
    ' ',
  )
const wordsEach = 1000

/** Writes articles of 1,000 words with headings, links, a table and a list; always the same ones. */
export function makeArticles(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true })
  for (let i = 0; i < count; i += 1) writeFileSync(join(folder, `article-${i}.md`), article(i))
}

function article(number: number): string {
  const random = seededRandom(`article ${number}`)
  const word = () => words[Math.floor(random() * words.length)] ?? ''
  const sentence = () => {
    const said = Array.from({ length: 8 + Math.floor(random() * 14) }, word)
    if (random() < 0.15) said[3] = `**${said[3]}**`
    if (random() < 0.1) said[5] = `[${said[5]}](/contact)`
    return `${said.join(' ')}.`
  }
  let written = 0
  const paragraph = () => {
    const text = Array.from({ length: 4 }, sentence).join(' ')
    written += text.split(' ').length
    return text
  }
  const parts: string[] = []
  for (let part = 1; written < wordsEach; part += 1) {
    parts.push(`## Part ${part} of ${word()} ${word()}`, paragraph(), paragraph(), paragraph())
    if (part === 2) parts.push(`| A | B |\n| --- | ---: |\n| ${word()} | 12 |\n| ${word()} | 31 |`)
    if (part === 3) parts.push(`- ${sentence()}\n- ${sentence()}`)
  }
  const day = new Date(Date.UTC(2020, 0, 1 + (number % 2000))).toISOString().slice(0, 10)
  const description = `${Array.from({ length: 12 }, word).join(' ')} for founders`
  const head = `title: Article ${number} on ${word()}, ${word()} and ${word()}\ndescription: ${description}\ndate: ${day}\ntags: [${word()}, ${word()}]`
  return `---\n${head}\n---\n\n${parts.join('\n\n')}\n`
}
