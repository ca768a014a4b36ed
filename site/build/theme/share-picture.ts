import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import sharp from 'sharp'
import { sharePath } from '../../../platform/content/articles.ts'
import type { Drawing } from '../../../platform/content/drawings.ts'
import { findSection } from '../../../platform/content/home/home.ts'
import { siteContent } from '../../../platform/content/site-content.ts'
import { siteTexts } from '../../../platform/content/site-texts.ts'
import type { Theme } from '../../../platform/content/theme.ts'
import { drawingStyle, placed } from './icons.ts'
import { breakLines, type Lettering, openLettering } from './lettering.ts'
import { typefaceFiles } from './typeface-files.ts'

export type ShareDrawing = {
  name: string
  headline: string
  remark: string
  mark: Drawing | undefined
  drawing: Drawing | undefined
}

/** Used if content/theme.yaml names no typeface. */
const plainTypeface = { package: '@fontsource-variable/newsreader', weight: 400 }

export function sharePictures(): AstroIntegration {
  let outDir: URL
  let drawn: Promise<unknown> | undefined
  return {
    name: 'share-pictures',
    hooks: {
      'astro:config:done': ({ config }) => {
        outDir = config.outDir
      },
      // Astro calls this several times, the first time after emptying the folder.
      'astro:build:setup': () => {
        drawn ??= drawAll(fileURLToPath(new URL('client', outDir)))
      },
      'astro:build:done': async () => {
        await drawn
      },
    },
  }
}

async function drawAll(folder: string): Promise<unknown> {
  const { theme } = siteContent()
  const pictures = shareDrawings()
  const texts = pictures.map(([, { name, headline, remark }]) => name + headline + remark).join('')
  const letters = await openLettering(typefaceFiles(theme.typeface ?? plainTypeface), texts)
  const waiting = pictures.values()
  const draw = async () => {
    for (const [path, drawing] of waiting) {
      const file = join(folder, path)
      const picture = await sharePicture(drawing, theme, letters)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, picture)
    }
  }
  return Promise.all(Array.from({ length: availableParallelism() }, draw))
}

function shareDrawings(): [string, ShareDrawing][] {
  const { studio, drawings, home, blog } = siteContent()
  const { name, tagline } = studio
  const { mark, hero } = drawings
  const headline = findSection(home.sections, 'hero')?.words.headline ?? tagline
  return [
    ['/share.png', { name, headline, remark: tagline, mark, drawing: hero }],
    ...siteTexts().articles.map(({ path, title, minutes, drawing }): [string, ShareDrawing] => {
      const remark = `${minutes} ${blog.readTime}`
      return [sharePath(path), { name, headline: title, remark, mark, drawing: drawing.page }]
    }),
  ]
}

const size = { width: 1200, height: 630 }
const margin = 72
/** At the bottom, where the drawing's thread leaves the picture. */
const drawingPlace = { x: 740, y: 60, width: 440, height: 570 }
const markPlace = { x: margin, y: 62, width: 42, height: 42 }
const layout = {
  name: 34,
  remark: 32,
  remarkWidth: 720,
  headlineWidth: 640,
  headlineTop: 150,
  headlineRoom: 320,
  leading: 0.98,
}
/** The largest that fits is used. Most previews are at most 600 px wide. */
const headlineSizes = [96, 88, 80, 72, 64, 56]

export function sharePicture(picture: ShareDrawing, theme: Theme, letters: Lettering): Promise<Buffer> {
  const { mark, drawing } = picture
  const { ground, thread } = theme.colors.light
  const foot = `<rect y="${size.height - 18}" width="100%" height="18" fill="${thread}"/>`
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">`,
    `<rect width="100%" height="100%" fill="${ground}"/>`,
    drawingStyle(theme, 1.6),
    drawing ? placed(drawing, drawingPlace, 'xMidYMax') : foot,
    mark ? placed(mark, markPlace, 'xMinYMid') : '',
    ...setWords(picture, theme, letters),
    '</svg>',
  ].join('')
  // Dithering would turn flat colors into noise.
  return sharp(Buffer.from(svg)).png({ palette: true, quality: 80, dither: 0 }).toBuffer()
}

function setWords({ name, mark, headline, remark, drawing }: ShareDrawing, { colors }: Theme, letters: Lettering) {
  const { ink, second } = colors.light
  const width = drawing ? layout.headlineWidth : layout.remarkWidth + 300
  const { size, lines } = headlineLines(letters.supported(headline), width, letters)
  const below = layout.headlineTop + size * lines.length * layout.leading + 44
  const remarks = breakLines(
    letters.supported(remark),
    (line) => letters.widthOf(line, layout.remark) <= layout.remarkWidth,
  )
  const nameAt = mark ? markPlace.x + markWidth(mark) + 16 : margin
  return [
    `<g fill="${ink}">${letters.outlines(name, layout.name, nameAt, 95)}`,
    ...lines.map((line, i) =>
      letters.outlines(line, size, margin, layout.headlineTop + size * (0.8 + i * layout.leading)),
    ),
    `</g><g fill="${second}">`,
    ...remarks.map((line, i) => letters.outlines(line, layout.remark, margin, below + i * layout.remark * 1.2)),
    '</g>',
  ]
}

function markWidth({ viewBox }: Drawing): number {
  const [, , width = 1, height = 1] = viewBox.split(/[ ,]+/).map(Number)
  return Math.min(markPlace.width, (markPlace.height * width) / height)
}

function headlineLines(headline: string, width: number, letters: Lettering) {
  const linesAt = (size: number) => breakLines(headline, (line) => letters.widthOf(line, size) <= width)
  const fits = (size: number) => size * linesAt(size).length * layout.leading <= layout.headlineRoom
  const size = headlineSizes.find(fits) ?? Math.min(...headlineSizes)
  return { size, lines: linesAt(size) }
}
