import sharp from 'sharp'
import type { Drawing, Drawings } from '../../../platform/content/drawings.ts'
import type { Theme } from '../../../platform/content/theme.ts'
import { paintRules } from './theme-css.ts'

export function iconSvg(theme: Theme, { mark }: Drawings): string {
  const square = { x: 0, y: 0, width: 32, height: 32 }
  const plainMark = `<rect width="28" height="28" x="2" y="2" rx="${theme.corner * 2}" fill="${theme.colors.light.button}"/>`
  const inside = mark === undefined ? plainMark : drawingStyle(theme, 1.4) + placeDrawing(mark, square, 'xMidYMid')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${inside}</svg>`
}

/**
 * Width of the mark, as a fraction of the icon's width. Maskable icons can be cropped to a circle with 80% of the width
 * (W3C, Web Application Manifest).
 */
const markFraction = 0.66
/** SVG's default resolution, at which sharp renders a unit as one pixel. */
const svgDpi = 72
const iconUnits = 32

/** The mark as a PNG, with a border for round masks. */
export async function iconPng(size: number, theme: Theme, drawings: Drawings): Promise<Uint8Array<ArrayBuffer>> {
  const mark = await sharp(Buffer.from(iconSvg(theme, drawings)), { density: (svgDpi * size) / iconUnits })
    .resize(Math.round(size * markFraction))
    .png()
    .toBuffer()
  const background = theme.colors.light.ground
  const icon = await sharp({ create: { width: size, height: size, channels: 3, background } })
    .composite([{ input: mark }])
    .png({ palette: true, effort: 10 })
    .toBuffer()
  return new Uint8Array(icon)
}

/** To smooth its edges, the small icon is rendered this many times larger, then resized. */
const oversampling = 4

/** An ICO file with one PNG. Some apps, such as feed readers, only request /favicon.ico. */
export async function iconIco(theme: Theme, drawings: Drawings): Promise<Uint8Array<ArrayBuffer>> {
  const size = iconUnits
  const png = await sharp(Buffer.from(iconSvg(theme, drawings)), { density: svgDpi * oversampling })
    .resize(size)
    .png()
    .toBuffer()
  // One directory entry: size, color plane, bits per pixel, length (set below), and offset.
  const header = Buffer.from([0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0])
  header.writeUInt32LE(png.length, 14)
  return new Uint8Array(Buffer.concat([header, png]))
}

/** Styles and hatch patterns, in light colors, for drawings outside a page. */
export function drawingStyle(theme: Theme, stroke: number): string {
  const { ink, ground, thread, second } = theme.colors.light
  const hatches = [
    hatch('hatch', { step: 6, turn: 30, stroke: ink }),
    hatch('dense', { step: 4, turn: -50, stroke: ink }),
    hatch('fold', { step: 5, turn: -36, stroke: ink }),
  ].join('')
  return `<style>
.drawing { fill: none; stroke: ${ink}; stroke-width: ${stroke}; stroke-linejoin: round; stroke-linecap: round; }
.thread, .seam { stroke: ${thread}; stroke-width: ${stroke * 1.4}; }
.spar { stroke-width: ${stroke * 1.7}; }
.hatched { fill: url(#hatch); stroke: none; }
.dense { fill: url(#dense); stroke: none; }
.fold { fill: url(#fold); }
.solid { fill: ${ground}; }
.note text { fill: ${second}; stroke: none; font-size: 18px; }
${paintRules(theme)}
</style>${hatches}`
}

type Box = { x: number; y: number; width: number; height: number }

/** @param align SVG's `preserveAspectRatio` */
export function placeDrawing({ viewBox, shapes }: Drawing, { x, y, width, height }: Box, align: string): string {
  const attributes = `x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${viewBox}" preserveAspectRatio="${align}"`
  return `<svg class="drawing" overflow="visible" ${attributes}>${shapes}</svg>`
}

function hatch(id: string, { step, turn, stroke }: { step: number; turn: number; stroke: string }): string {
  return `<pattern id="${id}" width="${step}" height="${step}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})"><path d="M0 ${step / 2}h${step}" stroke="${stroke}" stroke-width=".9"/></pattern>`
}
