import { z } from 'zod'
import { seededRandom } from '../seeded-random.ts'
import { didYouMean } from '../text/nearest.ts'
import { ContentError, readEach } from './files/content-error.ts'
import { contentFiles, readText } from './files/content-files.ts'

export type Drawing = { viewBox: string; shapes: string }

/** Drawings by their path in content/drawings, without the extension: `services/box`. */
export type Drawings = Readonly<Record<string, Drawing>>

const svgElement = /^\s*(?:<\?xml[^>]*>\s*)?<svg\b([^>]*)>(.*)<\/svg>\s*$/s
/** Elements and attributes that could run scripts, load files, or apply styles. */
const unsafeMarkup = /<(?:script|style|foreignObject|image|a|iframe|use)\b|\s(?:style|on\w+|(?:xlink:)?href|src)\s*=/i

export function readDrawings(): Drawings {
  const files = contentFiles('drawings/**/*.svg')
  const nameOf = (file: string) => file.slice('drawings/'.length, -'.svg'.length)
  return Object.fromEntries(readEach(files, (file) => [nameOf(file), readDrawing(file)] as const))
}

function readDrawing(file: string): Drawing {
  const text = readText(file)
  const [, attributes = '', shapes] = svgElement.exec(text) ?? []
  const viewBox = /\bviewBox="(-?[\d.]+(?:[ ,]+-?[\d.]+){3})"/.exec(attributes)?.[1]
  if (shapes === undefined || viewBox === undefined) {
    throw new ContentError(`content/${file}: must be one <svg viewBox="0 0 400 300"> with shapes in it`)
  }
  const unsafe = unsafeMarkup.exec(shapes)
  if (unsafe !== null) {
    const line = text.slice(0, text.indexOf(shapes) + unsafe.index).split('\n').length
    const fix = 'Use only shapes, with classes or fill and stroke'
    throw new ContentError(`content/${file}:${line}: ${unsafe[0].trim()} isn’t allowed. ${fix}`)
  }
  return { viewBox, shapes: minify(shapes) }
}

function minify(shapes: string): string {
  const withoutComments = shapes.replaceAll(/<!--.*?-->/gs, '')
  return withoutComments.replaceAll(/>\s+</g, '><').trim()
}

/** A schema that accepts the names of a folder's drawings. */
export function drawingName(drawings: Drawings, folder: string) {
  const names = namesIn(drawings, folder)
  const expected = names.length > 0 ? `one of ${names.join(', ')}` : 'an SVG file'
  return z.enum(names, {
    error: ({ input }) => `must be ${expected} in content/drawings/${folder}${didYouMean(String(input), names)}`,
  })
}

/** Like `drawingName`, but transforms the name into the drawing. */
export function drawingIn(drawings: Drawings, folder: string) {
  return drawingName(drawings, folder).transform((name) => drawings[`${folder}/${name}`])
}

/** Lists a folder's drawings, without those named `<name>-page`, which are for the page about `<name>`. */
function namesIn(drawings: Drawings, folder: string): string[] {
  return Object.keys(drawings)
    .filter((path) => path.startsWith(`${folder}/`) && !path.endsWith('-page'))
    .map((path) => path.slice(folder.length + 1))
}

/**
 * The drawings on an article's card and page. If the article doesn't name a drawing, picks one by a hash of its slug.
 */
export function articleDrawing(drawings: Drawings, { drawing, slug }: { drawing?: string | undefined; slug: string }) {
  const names = namesIn(drawings, 'articles')
  const name = drawing ?? names[Math.floor(seededRandom(slug)() * names.length)]
  const card = drawings[`articles/${name}`]
  return { card, page: drawings[`articles/${name}-page`] ?? card }
}

/** The drawing at the top of a page, by the first part of its path: all paths below /newsletter use `pages/newsletter`. */
export function pageDrawing(drawings: Drawings, path: string): Drawing | undefined {
  return drawings[`pages/${path.split('/')[1]}`]
}
