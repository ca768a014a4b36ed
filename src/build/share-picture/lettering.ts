import { readFileSync } from 'node:fs'
import { Blob, Face, Font, Buffer as Run, shape } from 'harfbuzzjs'
import subsetFont from 'subset-font'
import { flattenPath, type Line } from './flatten-path.ts'

export type Lettering = {
  /** The text without the characters that no font has. */
  known(text: string): string
  /** In pixels, as are sizes. */
  widthOf(text: string, size: number): number
  /** @param x where the baseline begins @param y and how far down it is */
  outlines(text: string, size: number, x: number, y: number): Line[]
}

const files = 'node_modules/@fontsource-variable/newsreader/files'
/** What the first lacks is looked for in the next; what none has is left out. */
const ranges = ['latin', 'latin-ext', 'vietnamese']
/** As the page's headlines: the display cut, and a little closer than the font has it. */
const axes = { wght: 330, opsz: 72 }
const tracking = -0.02

type Glyph = { font: number; id: number; advance: number }

/** Newsreader from the package, for all texts that are made of these characters; no font of the machine takes part. */
export async function openLettering(characters: string): Promise<Lettering> {
  const fonts: { font: Font; unitsPerEm: number }[] = []
  const fontOf = new Map<string, number>()
  let missing = new Set(characters)
  for (const range of ranges) {
    if (missing.size === 0) break
    const whole = readFileSync(`${files}/newsreader-${range}-standard-normal.woff2`)
    const wanted = [...missing].join('')
    const cut = await subsetFont(whole, wanted, { targetFormat: 'sfnt', variationAxes: axes, noHinting: true })
    const face = new Face(new Blob(new Uint8Array(cut).buffer))
    const font = new Font(face)
    fonts.push({ font, unitsPerEm: face.upem })
    for (const character of missing) {
      if (font.nominalGlyph(character.codePointAt(0) ?? 0)) fontOf.set(character, fonts.length - 1)
    }
    missing = new Set([...missing].filter((character) => !fontOf.has(character)))
  }

  const shaped = new Map<string, Glyph[]>()
  const outlined = new Map<string, Line[]>()

  /** Advances in ems. */
  function glyphsOf(text: string): Glyph[] {
    const known = shaped.get(text)
    if (known) return known
    const glyphs = runsOf(text, fontOf).flatMap(({ font: at, text: run }) => {
      const chosen = fonts[at]
      if (chosen === undefined) return []
      const buffer = new Run()
      buffer.addText(run)
      buffer.guessSegmentProperties()
      shape(chosen.font, buffer)
      const positions = buffer.getGlyphPositions()
      return buffer.getGlyphInfos().map(({ codepoint: id }, i) => {
        return { font: at, id, advance: (positions[i]?.xAdvance ?? 0) / chosen.unitsPerEm + tracking }
      })
    })
    shaped.set(text, glyphs)
    return glyphs
  }

  /** A glyph's outlines with its origin at 0, 0. */
  function linesOf({ font, id }: Glyph, size: number): Line[] {
    const key = `${font} ${id} ${size}`
    const known = outlined.get(key)
    if (known) return known
    const scale = size / (fonts[font]?.unitsPerEm ?? 1)
    const path = fonts[font]?.font.glyphToPath(id) ?? ''
    const lines = flattenPath(path, { x: 0, y: 0, scaleX: scale, scaleY: -scale })
    outlined.set(key, lines)
    return lines
  }

  return {
    known: (text) => [...text].filter((character) => fontOf.has(character)).join(''),
    widthOf: (text, size) => glyphsOf(text).reduce((sum, { advance }) => sum + advance * size, 0),
    outlines(text, size, x, y) {
      let pen = x
      return glyphsOf(text).flatMap((glyph) => {
        const left = pen
        pen += glyph.advance * size
        return linesOf(glyph, size).map((line) => line.map((at, i) => at + (i % 2 === 0 ? left : y)))
      })
    },
  }
}

/** Stretches of text that one font can set. */
function runsOf(text: string, fontOf: ReadonlyMap<string, number>): { font: number; text: string }[] {
  const runs: { font: number; text: string }[] = []
  for (const character of text) {
    const font = fontOf.get(character)
    if (font === undefined) continue
    const last = runs.at(-1)
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}
