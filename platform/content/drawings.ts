import { z } from 'zod'
import { seededRandom } from '../seeded-random.ts'
import { didYouMean } from '../text/nearest.ts'
import { ContentError, contentFiles, readEach, readText } from './read-content.ts'

export type Drawing = { viewBox: string; shapes: string }

/** The files of content/drawings by path without extension, such as `services/box`. */
export type Drawings = Readonly<Record<string, Drawing>>

const svgPattern = /^\s*(?:<\?xml[^>]*>\s*)?<svg\b([^>]*)>(.*)<\/svg>\s*$/s
/** Markup that could run, load, or style something. */
const forbidden = /<(?:script|style|foreignObject|image|a|iframe|use)\b|\s(?:style|on\w+|(?:xlink:)?href|src)\s*=/i

export function readDrawings(): Drawings {
  const files = contentFiles('drawings/**/*.svg')
  const nameOf = (file: string) => file.slice('drawings/'.length, -'.svg'.length)
  return Object.fromEntries(readEach(files, (file) => [nameOf(file), readDrawing(file)] as const))
}

function readDrawing(file: string): Drawing {
  const text = readText(file)
  const [, attributes = '', shapes] = svgPattern.exec(text) ?? []
  const viewBox = /\bviewBox="(-?[\d.]+(?:[ ,]+-?[\d.]+){3})"/.exec(attributes)?.[1]
  if (shapes === undefined || viewBox === undefined) {
    throw new ContentError(`content/${file}: must be one <svg viewBox="0 0 400 300"> with shapes in it`)
  }
  const found = forbidden.exec(shapes)
  if (found !== null) {
    const line = text.slice(0, text.indexOf(shapes) + found.index).split('\n').length
    throw new ContentError(
      `content/${file}:${line}: ${found[0].trim()} isn’t allowed; use only shapes, with classes or fill and stroke`,
    )
  }
  return {
    viewBox,
    shapes: shapes
      .replaceAll(/<!--.*?-->/gs, '')
      .replaceAll(/>\s+</g, '><')
      .trim(),
  }
}

/** A schema for the name of a drawing in a folder of content/drawings. */
export function drawingName(drawings: Drawings, folder: string) {
  const names = namesIn(drawings, folder)
  const expected = names.length > 0 ? `one of ${names.join(', ')}` : 'an SVG file'
  return z.enum(names, {
    error: ({ input }) => `must be ${expected} in content/drawings/${folder}${didYouMean(String(input), names)}`,
  })
}

/** Like `drawingName`, but reads the drawing. */
export function drawingIn(drawings: Drawings, folder: string) {
  return drawingName(drawings, folder).transform((name) => drawings[`${folder}/${name}`])
}

/** The drawings of a folder, without `<name>-page`, which belongs to `<name>`. */
function namesIn(drawings: Drawings, folder: string): string[] {
  return Object.keys(drawings)
    .filter((path) => path.startsWith(`${folder}/`) && !path.endsWith('-page'))
    .map((path) => path.slice(folder.length + 1))
}

/** The card's and the page's drawing: the one that the article names, or one picked by its slug. Undefined without any. */
export function articleDrawing(drawings: Drawings, { drawing, slug }: { drawing?: string | undefined; slug: string }) {
  const names = namesIn(drawings, 'articles')
  const name = drawing ?? names[Math.floor(seededRandom(slug)() * names.length)]
  const card = drawings[`articles/${name}`]
  return { card, page: drawings[`articles/${name}-page`] ?? card }
}

/** The drawing at the top of a page: `pages/newsletter` for everything below /newsletter. */
export function pageDrawing(drawings: Drawings, path: string): Drawing | undefined {
  return drawings[`pages/${path.split('/')[1]}`]
}
