import { readFileSync } from 'node:fs'
import { Blob, Face, Font, Buffer as Run, shape } from 'harfbuzzjs'
import subsetFont from 'subset-font'
import type { FontStyle, TypefaceFiles } from './typeface-files.ts'

/** Widths, sizes, and positions are in pixels. */
export type Lettering = Awaited<ReturnType<typeof openLettering>>

const tracking = -0.02
const unitsPerEm = 2_000

/** A set text; its width and positions are in ems. */
type Setting = { glyphs: { path: string; at: number }[]; width: number }

/** Sets texts of these characters in the headline typeface, as outlines. Characters that it lacks are dropped. */
export async function openLettering(typeface: TypefaceFiles, characters: string, style: FontStyle = 'normal') {
  const { fonts, ascent, descent } = await loadFonts(typeface, characters, style)
  const settings = new Map<string, Setting>()
  const settingOf = (text: string): Setting => {
    const setting = settings.get(text) ?? setText(text, fonts)
    settings.set(text, setting)
    return setting
  }
  return {
    ascent,
    descent,
    supported: (text: string) => [...text].filter((character) => fonts.has(character)).join(''),
    widthOf: (text: string, size: number) => settingOf(text).width * size,
    outlines: (text: string, size: number, x: number, y: number) => {
      const scale = size / unitsPerEm
      const paths = settingOf(text).glyphs.map(
        ({ path, at }) => `<path transform="matrix(${scale} 0 0 ${-scale} ${x + at * size} ${y})" d="${path}"/>`,
      )
      return paths.join('')
    },
  }
}

/** Finds each character's font: the first subset that has it. The first subset also defines ascent and descent, in ems. */
async function loadFonts(typeface: TypefaceFiles, characters: string, style: FontStyle) {
  const fonts = new Map<string, Font>()
  const missing = new Set(characters)
  let heights: { ascent: number; descent: number } | undefined
  for (const subset of typeface.subsets) {
    const file = typeface.file(subset, style)
    if (missing.size === 0 || file === undefined) continue
    const font = await fontOf(file, [...missing].join(''), typeface.axesOf(style))
    const { ascender, descender } = font.hExtents()
    heights ??= { ascent: ascender / unitsPerEm, descent: -descender / unitsPerEm }
    for (const character of missing) {
      if (!font.nominalGlyph(character.codePointAt(0) ?? 0)) continue
      fonts.set(character, font)
      missing.delete(character)
    }
  }
  return { fonts, ...(heights ?? { ascent: 1, descent: 0.25 }) }
}

function setText(text: string, fonts: ReadonlyMap<string, Font>): Setting {
  let width = 0
  const glyphs = runsOf(text, fonts).flatMap(({ font, text: run }) => {
    const buffer = new Run()
    buffer.addText(run)
    buffer.guessSegmentProperties()
    shape(font, buffer)
    const positions = buffer.getGlyphPositions()
    return buffer.getGlyphInfos().map(({ codepoint: id }, i) => {
      const at = width
      width += (positions[i]?.xAdvance ?? 0) / unitsPerEm + tracking
      return { path: font.glyphToPath(id), at }
    })
  })
  return { glyphs, width }
}

async function fontOf(file: string, characters: string, variationAxes: Record<string, number>): Promise<Font> {
  const whole = readFileSync(file)
  const cut = await subsetFont(whole, characters, { targetFormat: 'sfnt', variationAxes, noHinting: true })
  const font = new Font(new Face(new Blob(new Uint8Array(cut).buffer)))
  font.setScale(unitsPerEm, unitsPerEm)
  return font
}

/** Splits text where the font changes. */
function runsOf(text: string, fonts: ReadonlyMap<string, Font>): { font: Font; text: string }[] {
  const runs: { font: Font; text: string }[] = []
  for (const character of text) {
    const font = fonts.get(character)
    if (font === undefined) continue
    const last = runs.at(-1)
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}

/** Breaks text into lines, each as full as possible. A word wider than a line is broken. */
export function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const words = text.split(/\s+/).filter(Boolean)
  const pieces = words.flatMap((word) => (fits(word) ? word : fillLines([...word], '', fits)))
  return fillLines(pieces, ' ', fits)
}

function fillLines(parts: readonly string[], separator: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const longer = `${lines.at(-1)}${separator}${part}`
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(part)
  }
  return lines
}
