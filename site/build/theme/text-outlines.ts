import { readFileSync } from 'node:fs'
import { Blob, Face, Font, shape, Buffer as TextBuffer } from 'harfbuzzjs'
import subsetFont from 'subset-font'
import type { FontStyle, TypefaceFiles } from './typeface-files.ts'

/** Measures text in the headline typeface and converts it to outlines. */
export type TextOutliner = Awaited<ReturnType<typeof loadTextOutliner>>

/** Letter spacing of headlines, in ems. They're a little tighter than the typeface's default. */
const letterSpacing = -0.02
const unitsPerEm = 2_000

/** A line of text as SVG paths. Widths and positions are in ems. */
type ShapedText = { glyphs: { path: string; x: number }[]; width: number }

/** Loads the fonts for these characters. Outlines leave out characters the typeface lacks. */
export async function loadTextOutliner(typeface: TypefaceFiles, characters: string, style: FontStyle = 'normal') {
  const { fonts, ascent, descent } = await loadFonts(typeface, characters, style)
  const cache = new Map<string, ShapedText>()
  const shapeOnce = (text: string): ShapedText => {
    const shaped = cache.get(text) ?? shapeText(text, fonts)
    cache.set(text, shaped)
    return shaped
  }
  return {
    /** Heights in ems above and below the baseline. */
    ascent,
    descent,
    withoutMissing: (text: string) => [...text].filter((character) => fonts.has(character)).join(''),
    /** Sizes, widths, and positions are in pixels. */
    widthOf: (text: string, size: number) => shapeOnce(text).width * size,
    /** Converts text to SVG paths. @param y the baseline */
    outline: (text: string, { size, x, y }: { size: number; x: number; y: number }) => {
      const scale = size / unitsPerEm
      const paths = shapeOnce(text).glyphs.map((glyph) => {
        return `<path transform="matrix(${scale} 0 0 ${-scale} ${x + glyph.x * size} ${y})" d="${glyph.path}"/>`
      })
      return paths.join('')
    },
  }
}

/** Loads each character's font: the first subset that has it. Ascent and descent (ems) come from the first subset. */
async function loadFonts(typeface: TypefaceFiles, characters: string, style: FontStyle) {
  const fonts = new Map<string, Font>()
  const missing = new Set(characters)
  let metrics: { ascent: number; descent: number } | undefined
  for (const subset of typeface.subsets) {
    const file = typeface.file(subset, style)
    if (missing.size === 0 || file === undefined) continue
    const font = await loadFont(file, [...missing].join(''), typeface.axesOf(style))
    const { ascender, descender } = font.hExtents()
    metrics ??= { ascent: ascender / unitsPerEm, descent: -descender / unitsPerEm }
    for (const character of missing) {
      if (!font.nominalGlyph(character.codePointAt(0) ?? 0)) continue
      fonts.set(character, font)
      missing.delete(character)
    }
  }
  return { fonts, ...(metrics ?? { ascent: 1, descent: 0.25 }) }
}

async function loadFont(file: string, characters: string, variationAxes: Record<string, number>): Promise<Font> {
  const options = { targetFormat: 'sfnt', variationAxes, noHinting: true } as const
  const subset = await subsetFont(readFileSync(file), characters, options)
  const font = new Font(new Face(new Blob(new Uint8Array(subset).buffer)))
  font.setScale(unitsPerEm, unitsPerEm)
  return font
}

function shapeText(text: string, fonts: ReadonlyMap<string, Font>): ShapedText {
  const glyphs: ShapedText['glyphs'] = []
  let x = 0
  for (const run of splitByFont(text, fonts)) {
    const buffer = new TextBuffer()
    buffer.addText(run.text)
    buffer.guessSegmentProperties()
    shape(run.font, buffer)
    const positions = buffer.getGlyphPositions()
    for (const [i, { codepoint: glyphId }] of buffer.getGlyphInfos().entries()) {
      glyphs.push({ path: run.font.glyphToPath(glyphId), x })
      x += (positions[i]?.xAdvance ?? 0) / unitsPerEm + letterSpacing
    }
  }
  return { glyphs, width: x }
}

function splitByFont(text: string, fonts: ReadonlyMap<string, Font>): { font: Font; text: string }[] {
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
