import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import sharp from 'sharp'
import { type Fold, foldPaths } from '../../ui/kite/kite-fold.ts'
import { breakLines, type Lettering, openLettering } from './lettering.ts'

/** What a share picture shows. Path data is in the drawing's own units. */
export type ShareDrawing = {
  name: string
  headline: string
  remark: string
  kite: { fold: Fold; tail: string; bows: string; thread: string }
  hill: string
  /** Where the drawing's origin comes to lie, in pixels, and how long its unit is there. */
  place: { x: number; y: number; scale: number }
}

/** Draws the share pictures while the pages are built. @param drawings by the path that each is served at */
export function sharePictures(drawings: () => ReadonlyMap<string, ShareDrawing>): AstroIntegration {
  let outDir: URL
  let drawn: Promise<unknown> | undefined
  return {
    name: 'share-pictures',
    hooks: {
      'astro:config:done': ({ config }) => {
        outDir = config.outDir
      },
      // Comes several times, and first when the folder has been emptied.
      'astro:build:setup': () => {
        drawn ??= drawAll(drawings(), new URL('client', outDir))
      },
      'astro:build:done': async () => {
        await drawn
      },
    },
  }
}

async function drawAll(drawings: ReadonlyMap<string, ShareDrawing>, folder: URL): Promise<unknown> {
  const words = [...drawings.values()].map(({ name, headline, remark }) => name + headline + remark).join('')
  const letters = await openLettering(words)
  const waiting = drawings.entries()
  const draw = async () => {
    for (const [path, drawing] of waiting) {
      const file = fileURLToPath(folder) + path
      const picture = await sharePicture(drawing, letters)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, picture)
    }
  }
  return Promise.all(Array.from({ length: availableParallelism() }, draw))
}

const picture = { width: 1200, height: 630 }
const colours = { ground: '#fbf8f2', ink: '#161a23', second: '#555b66', thread: '#d9412b' }
const margin = 72
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

export function sharePicture(drawing: ShareDrawing, letters: Lettering): Promise<Buffer> {
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${picture.width}" height="${picture.height}">`,
    `<rect width="100%" height="100%" fill="${colours.ground}"/>`,
    ...kiteOverHill(drawing),
    ...studioMark(drawing.name, letters),
    ...words(drawing, letters),
    '</svg>',
  ].join('')
  // Dithering would make noise of flat colours, and less effort others.
  return sharp(Buffer.from(svg)).png({ palette: true, quality: 80, dither: 0 }).toBuffer()
}

function kiteOverHill({ kite, hill, place }: ShareDrawing): string[] {
  const placed = `transform="translate(${place.x} ${place.y}) scale(${place.scale})"`
  const fill = (d: string, colour: string) => `<path ${placed} d="${d}" fill="${colour}"/>`
  const stroke = (d: string, colour: string, width: number) =>
    `<path ${placed} d="${d}" fill="none" stroke="${colour}" stroke-width="${width / place.scale}" ${round}/>`
  const foot = (picture.height - place.y) / place.scale
  const [, left = '0'] = /^M(-?\d+)/.exec(hill) ?? []
  const { facets, shade, edge } = foldPaths(kite.fold)
  return [
    hatching('ground', `<path ${placed} d="${hill}V${foot}H${left}Z"/>`, 30, 11),
    stroke(hill, colours.ink, 2),
    stroke(kite.thread, colours.thread, 3.2),
    stroke(kite.tail, colours.ink, 2),
    fill(kite.bows, facetColour(1)),
    stroke(kite.bows, colours.ink, 2),
    ...facets.map(([tone, d]) => fill(d, facetColour(tone))),
    stroke(facets.map(([, d]) => d).join(''), colours.ink, 2.4),
    hatching('fold', `<path ${placed} d="${shade}"/>`, -36, 9),
    stroke(edge, colours.ink, 3),
  ]
}

const round = 'stroke-linecap="round" stroke-linejoin="round"'

/** Parallel lines within a shape, as a pen makes a shadow. @param angle in degrees @param gap in pixels */
function hatching(id: string, shape: string, angle: number, gap: number): string {
  const reach = picture.width + picture.height
  const lines = Array.from({ length: Math.ceil((2 * reach) / gap) }, (_, i) => {
    return `M${-reach} ${(i - Math.ceil(reach / gap)) * gap}h${2 * reach}`
  })
  const drawn = `<path transform="rotate(${angle})" d="${lines.join('')}" stroke="${colours.ink}" stroke-width="1.6"/>`
  return `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${drawn}</g>`
}

function studioMark(name: string, letters: Lettering): string[] {
  const mark = `<path d="M11 1 21 11 11 31 1 11ZM11 1V31M1 11H21" fill="${facetColour(1)}" stroke-width="${2 / 1.3}"/>`
  return [
    `<g transform="translate(${margin} 62) scale(1.3)" stroke="${colours.ink}" ${round}>${mark}</g>`,
    `<g fill="${colours.ink}">${letters.outlines(name, text.name, margin + 44, 95)}</g>`,
  ]
}

function words({ headline, remark }: ShareDrawing, letters: Lettering): string[] {
  const { size, lines } = headlineLines(letters.known(headline), letters)
  const below = text.headlineTop + size * lines.length * text.leading + 44
  const remarks = breakLines(letters.known(remark), (line) => letters.widthOf(line, text.remark) <= text.remarkWidth)
  return [
    `<g fill="${colours.ink}">`,
    ...lines.map((line, i) => letters.outlines(line, size, margin, text.headlineTop + size * (0.8 + i * text.leading))),
    `</g><g fill="${colours.second}">`,
    ...remarks.map((line, i) => letters.outlines(line, text.remark, margin, below + i * text.remark * 1.2)),
    '</g>',
  ]
}

function headlineLines(headline: string, letters: Lettering): { size: number; lines: string[] } {
  let setting: { size: number; lines: string[] } = { size: 0, lines: [] }
  for (const size of headlineSizes) {
    const lines = breakLines(headline, (line) => letters.widthOf(line, size) <= text.headlineWidth)
    setting = { size, lines }
    if (size * lines.length * text.leading <= text.headlineRoom) break
  }
  return setting
}

const facetCss = readFileSync('src/styles/facets.css', 'utf8')
const facetColours = new Map(
  [...facetCss.matchAll(/\.facet-(\d) \{\s*fill: (#[\da-f]{6})/g)].map(([, tone, colour = '']) => [
    Number(tone),
    colour,
  ]),
)

function facetColour(tone: number): string {
  return facetColours.get(tone) ?? colours.thread
}
