import { readFileSync } from 'node:fs'
import { type Fold, foldPaths } from '../../ui/kite/kite-fold.ts'
import { breakLines } from './break-lines.ts'
import { createCanvas, type Density } from './canvas.ts'
import { flattenPath, type Placing } from './flatten-path.ts'
import type { Lettering } from './lettering.ts'

/** What a share picture shows. Path data is in the drawing's own units. */
export type ShareDrawing = {
  /** The studio's. */
  name: string
  headline: string
  /** One line below the headline. */
  remark: string
  kite: { fold: Fold; tail: string; bows: string; thread: string }
  /** The ground's edge, from left to right. */
  hill: string
  /** Where the drawing's origin comes to lie, in pixels, and how long its unit is there. */
  place: { x: number; y: number; scale: number }
}

const picture = { width: 1200, height: 630 }
const colours = { ground: '#fbf8f2', ink: '#161a23', second: '#555b66', thread: '#d9412b' }
const margin = 72
const hatchWidth = 1.3
const text = {
  name: 34,
  remark: 32,
  remarkWidth: 720,
  headlineWidth: 640,
  headlineTop: 150,
  headlineRoom: 320,
  leading: 0.98,
}
/** The largest size with which a headline has room; it is read in previews of 600 px and less. */
const headlineSizes = [96, 88, 80, 72, 64, 56]

/** The picture that goes with a shared link (1200 x 630, PNG), in the light scheme's colours: headline, kite, thread. */
export function sharePicture({ name, headline, remark, kite, hill, place }: ShareDrawing, letters: Lettering): Buffer {
  const canvas = createCanvas(picture.width, picture.height, [...Object.values(colours), ...facetColours.values()])
  const placing: Placing = { x: place.x, y: place.y, scaleX: place.scale, scaleY: place.scale }
  const stroke = (d: string, colour: string, width: number) => canvas.stroke(flattenPath(d, placing), colour, width)
  const fill = (d: string, colour: string, density?: Density) => canvas.fill(flattenPath(d, placing), colour, density)
  const write = (line: string, size: number, x: number, y: number, colour: string) =>
    canvas.fill(letters.outlines(line, size, x, y), colour)

  const foot = (picture.height - place.y) / place.scale
  const [, left = '0'] = /^M(-?\d+)/.exec(hill) ?? []
  fill(`${hill}V${foot}H${left}Z`, colours.ink, groundShadow)
  stroke(hill, colours.ink, 2)
  stroke(kite.thread, colours.thread, 3.2)
  stroke(kite.tail, colours.ink, 2)
  fill(kite.bows, facetColour(1))
  stroke(kite.bows, colours.ink, 2)
  const { facets, shade, edge } = foldPaths(kite.fold)
  for (const [tone, d] of facets) fill(d, facetColour(tone))
  stroke(facets.map(([, d]) => d).join(''), colours.ink, 2)
  fill(shade, colours.ink, foldShadow)
  stroke(edge, colours.ink, 3)

  const mark: Placing = { x: margin, y: 62, scaleX: 1.3, scaleY: 1.3 }
  canvas.fill(flattenPath('M11 1 21 11 11 31 1 11Z', mark), facetColour(1))
  canvas.stroke(flattenPath('M11 1 21 11 11 31 1 11ZM11 1V31M1 11H21', mark), colours.ink, 2)
  write(name, text.name, margin + 44, 95, colours.ink)

  const { size, lines } = set(headline, letters)
  lines.forEach((line, i) => {
    write(line, size, margin, text.headlineTop + size * (0.8 + i * text.leading), colours.ink)
  })
  const below = text.headlineTop + size * lines.length * text.leading + 44
  breakLines(letters.known(remark), (line) => letters.widthOf(line, text.remark) <= text.remarkWidth).forEach(
    (line, i) => {
      write(line, text.remark, margin, below + i * text.remark * 1.2, colours.second)
    },
  )
  return canvas.png()
}

/** The largest of the sizes with which the headline has room, and its lines. */
function set(headline: string, letters: Lettering): { size: number; lines: string[] } {
  let setting: { size: number; lines: string[] } = { size: 0, lines: [] }
  for (const size of headlineSizes) {
    const lines = breakLines(letters.known(headline), (line) => letters.widthOf(line, size) <= text.headlineWidth)
    setting = { size, lines }
    if (size * lines.length * text.leading <= text.headlineRoom) break
  }
  return setting
}

/**
 * Parallel lines, as a pen makes a shadow; computed once for all pictures.
 * @param angle in degrees @param gap from line to line, in pixels
 */
function hatching(angle: number, gap: number): Density {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
  return Float32Array.from({ length: picture.width * picture.height }, (_, i) => {
    const across = cos * Math.floor(i / picture.width) - sin * (i % picture.width)
    const toLine = Math.abs(across - Math.round(across / gap) * gap)
    return Math.min(1, Math.max(0, hatchWidth - toLine))
  })
}

const groundShadow = hatching(30, 11)
const foldShadow = hatching(-36, 9)

const facetCss = readFileSync('src/styles/facets.css', 'utf8')
const facetColours = new Map(
  [...facetCss.matchAll(/\.facet-(\d) \{\s*fill: (#[\da-f]{6})/g)].map(([, tone, colour = '']) => [
    Number(tone),
    colour,
  ]),
)

/** The kite's colours, from the style sheet that the pages use. */
function facetColour(tone: number): string {
  return facetColours.get(tone) ?? colours.thread
}
