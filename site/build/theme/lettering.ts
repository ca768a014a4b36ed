import { readFileSync } from 'node:fs'
import { Blob, Face, Font, Buffer as Run, shape } from 'harfbuzzjs'
import subsetFont from 'subset-font'
import type { TypefaceFiles } from './typeface-files.ts'

/** Widths, sizes and places are in pixels. */
export type Lettering = Awaited<ReturnType<typeof openLettering>>

const tracking = -0.02

type Cut = { font: Font; face: Face; unitsPerEm: number }
type Style = 'normal' | 'italic'

type Setting = { glyphs: { path: string; at: number; unitsPerEm: number }[]; width: number }

/**
 * The typeface of the headlines, for all texts that are made of these characters; no font of the machine takes part. What its first
 * subset lacks is looked for in the next; what none has is left out.
 */
export async function openLettering(typeface: TypefaceFiles, characters: string, style: Style = 'normal') {
  const cuts = new Map<string, Cut>()
  let missing = [...new Set(characters)]
  let heights: { ascent: number; descent: number } | undefined
  for (const subset of typeface.subsets) {
    const file = typeface.file(subset, style)
    if (missing.length === 0) break
    if (file === undefined) continue
    const cut = await cutOf(file, missing.join(''), typeface.axesOf(style))
    heights ??= heightsOf(cut)
    const found = missing.filter((character) => cut.font.nominalGlyph(character.codePointAt(0) ?? 0))
    for (const character of found) cuts.set(character, cut)
    missing = missing.filter((character) => !cuts.has(character))
  }

  const known = new Map<string, Setting>()

  function set(text: string): Setting {
    const before = known.get(text)
    if (before) return before
    let width = 0
    const glyphs = runsOf(text, cuts).flatMap(({ cut: { font, unitsPerEm }, text: run }) => {
      const buffer = new Run()
      buffer.addText(run)
      buffer.guessSegmentProperties()
      shape(font, buffer)
      const positions = buffer.getGlyphPositions()
      return buffer.getGlyphInfos().map(({ codepoint: id }, i) => {
        const at = width
        width += (positions[i]?.xAdvance ?? 0) / unitsPerEm + tracking
        return { path: font.glyphToPath(id), at, unitsPerEm }
      })
    })
    known.set(text, { glyphs, width })
    return { glyphs, width }
  }

  return {
    known: (text: string) => [...text].filter((character) => cuts.has(character)).join(''),
    widthOf: (text: string, size: number) => set(text).width * size,
    outlines: (text: string, size: number, x: number, y: number) =>
      set(text)
        .glyphs.map(({ path, at, unitsPerEm }) => {
          const scale = size / unitsPerEm
          return `<path transform="matrix(${scale} 0 0 ${-scale} ${x + at * size} ${y})" d="${path}"/>`
        })
        .join(''),
    ...(heights ?? { ascent: 1, descent: 0.25 }),
  }
}

async function cutOf(file: string, characters: string, variationAxes: Record<string, number>): Promise<Cut> {
  const whole = readFileSync(file)
  const cut = await subsetFont(whole, characters, { targetFormat: 'sfnt', variationAxes, noHinting: true })
  const face = new Face(new Blob(new Uint8Array(cut).buffer))
  return { font: new Font(face), face, unitsPerEm: face.upem }
}

/** From its table `hhea` (OpenType 1.9.1): ascender and descender are the third and the fourth number of 16 bits. */
function heightsOf({ face, unitsPerEm }: Cut): { ascent: number; descent: number } | undefined {
  const table = face.referenceTable('hhea')
  if (table === undefined) return undefined
  const view = new DataView(table.buffer, table.byteOffset)
  return { ascent: view.getInt16(4) / unitsPerEm, descent: -view.getInt16(6) / unitsPerEm }
}

function runsOf(text: string, cuts: ReadonlyMap<string, Cut>): { cut: Cut; text: string }[] {
  const runs: { cut: Cut; text: string }[] = []
  for (const character of text) {
    const cut = cuts.get(character)
    if (cut === undefined) continue
    const last = runs.at(-1)
    if (last?.cut === cut) last.text += character
    else runs.push({ cut, text: character })
  }
  return runs
}

/** Text in lines, as full as they go. A word that is wider than a line is broken where it must be. */
export function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const character of word) {
      if (line !== '' && !fits(line + character)) {
        lines.push(line)
        line = ''
      }
      line += character
    }
  }
  return line === '' ? lines : [...lines, line]
}
