import type { Drawing } from '../../../platform/content/drawings.ts'
import type { Theme } from '../../../platform/content/theme.ts'
import { drawingStyle, placeDrawing } from './icons.ts'
import type { TextOutliner } from './text-outlines.ts'

export type SocialPreview = {
  studioName: string
  headline: string
  subtitle: string
  mark: Drawing | undefined
  drawing: Drawing | undefined
}

/** The image's size. Like all sizes and positions here, it's in pixels. Most networks show at most 600 in width. */
const image = { width: 1200, height: 630 }
const margin = 72
/** The drawing's box. It extends to the bottom edge, where the thread leaves the image. */
const drawingBox = { x: 740, y: 60, width: 440, height: 570 }
/** Height of the stripe at the bottom edge, for studios without a drawing. */
const stripeHeight = 18
const markBox = { x: margin, y: 62, width: 42, height: 42 }
const studioNameText = { size: 34, baseline: 95, gapAfterMark: 16 }
const headlineText = {
  /** Font sizes, largest first. The headline gets the first size that fits. */
  sizes: [96, 88, 80, 72, 64, 56],
  top: 150,
  maxHeight: 320,
  maxWidth: 640,
  maxWidthWithoutDrawing: 1020,
  /** Distances in ems: from the top to the first baseline, and from line to line. */
  firstBaseline: 0.8,
  lineHeight: 0.98,
}
const subtitleText = { size: 32, maxWidth: 720, gapAbove: 44, lineHeight: 1.2 }

type SvgContext = { theme: Theme; outliner: TextOutliner }

/** A social preview image as SVG, with text as outlines, so the machine's fonts don't matter. */
export function socialPreviewSvg(preview: SocialPreview, { theme, outliner }: SvgContext): string {
  const { studioName, headline, subtitle, mark, drawing } = preview
  const { ground, ink, second, thread } = theme.colors.light
  const headlineWidth = drawing ? headlineText.maxWidth : headlineText.maxWidthWithoutDrawing
  const headlineLines = fitHeadline(outliner.withoutMissing(headline), headlineWidth, outliner)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${image.width}" height="${image.height}">`,
    `<rect width="100%" height="100%" fill="${ground}"/>`,
    drawingStyle(theme, 1.6),
    drawing ? placeDrawing(drawing, drawingBox, 'xMidYMax') : stripe(thread),
    mark ? placeDrawing(mark, markBox, 'xMinYMid') : '',
    `<g fill="${ink}">${outlineStudioName(studioName, mark, outliner)}`,
    ...outlineHeadline(headlineLines, outliner),
    `</g><g fill="${second}">`,
    ...outlineSubtitle(outliner.withoutMissing(subtitle), headlineLines, outliner),
    '</g>',
    '</svg>',
  ].join('')
}

function stripe(color: string): string {
  return `<rect y="${image.height - stripeHeight}" width="100%" height="${stripeHeight}" fill="${color}"/>`
}

function outlineStudioName(name: string, mark: Drawing | undefined, outliner: TextOutliner): string {
  const { size, baseline, gapAfterMark } = studioNameText
  const x = mark ? markBox.x + markWidth(mark) + gapAfterMark : margin
  return outliner.outline(name, { size, x, y: baseline })
}

function markWidth({ viewBox }: Drawing): number {
  const [, , width = 1, height = 1] = viewBox.split(/[ ,]+/).map(Number)
  return Math.min(markBox.width, (markBox.height * width) / height)
}

type HeadlineLines = { size: number; lines: string[] }

function fitHeadline(headline: string, maxWidth: number, outliner: TextOutliner): HeadlineLines {
  const { sizes, lineHeight, maxHeight } = headlineText
  const linesAt = (size: number) => breakLines(headline, (line) => outliner.widthOf(line, size) <= maxWidth)
  const fits = (size: number) => size * linesAt(size).length * lineHeight <= maxHeight
  const size = sizes.find(fits) ?? Math.min(...sizes)
  return { size, lines: linesAt(size) }
}

function outlineHeadline({ size, lines }: HeadlineLines, outliner: TextOutliner): string[] {
  const { top, firstBaseline, lineHeight } = headlineText
  return lines.map((line, i) =>
    outliner.outline(line, { size, x: margin, y: top + size * (firstBaseline + i * lineHeight) }),
  )
}

function outlineSubtitle(subtitle: string, above: HeadlineLines, outliner: TextOutliner): string[] {
  const { size, maxWidth, gapAbove, lineHeight } = subtitleText
  const baseline = headlineText.top + above.size * above.lines.length * headlineText.lineHeight + gapAbove
  const lines = breakLines(subtitle, (line) => outliner.widthOf(line, size) <= maxWidth)
  return lines.map((line, i) => outliner.outline(line, { size, x: margin, y: baseline + i * size * lineHeight }))
}

/** Fills each line before starting the next. Words wider than a line are broken. */
function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const words = text.split(/\s+/).filter(Boolean)
  const parts = words.flatMap((word) => (fits(word) ? word : fillLines([...word], '', fits)))
  return fillLines(parts, ' ', fits)
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
