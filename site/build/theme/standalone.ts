import type { Drawing } from '../../../platform/content/drawings.ts'
import type { Theme } from '../../../platform/content/theme.ts'
import { paintRules } from './theme-css.ts'

/** The looks of a drawing's classes in light, and its hatchings, for pictures without the page around them. */
export function drawingStyle(theme: Theme, stroke: number): string {
  const { ink, ground, thread, second } = theme.colors.light
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
</style>${hatch('hatch', 6, 30, ink)}${hatch('dense', 4, -50, ink)}${hatch('fold', 5, -36, ink)}`
}

export function placed(
  { viewBox, shapes }: Drawing,
  place: { x: number; y: number; width: number; height: number },
  align: string,
): string {
  const { x, y, width, height } = place
  const box = `x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${viewBox}" preserveAspectRatio="${align}"`
  return `<svg class="drawing" overflow="visible" ${box}>${shapes}</svg>`
}

function hatch(id: string, step: number, turn: number, stroke: string): string {
  return `<pattern id="${id}" width="${step}" height="${step}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})"><path d="M0 ${step / 2}h${step}" stroke="${stroke}" stroke-width=".9"/></pattern>`
}
