import { paper } from './mail-look.ts'

const half = 16
const above = 17
const below = 31
export const spar = 2
export const threadAt = half

type Sides = readonly [top: string, right: string, bottom: string, left: string]
const clear = 'transparent'

/** Borders, since mail programs take no SVG, list what is sent along, and tell the sender what they fetch. */
export function kiteHtml(): string {
  return `<!--[if mso]><span style="font:24px Arial;color:${paper.thread}">&#9670;</span><![endif]--><!--[if !mso]><!--><table role="presentation" aria-hidden="true" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse">
<tr>${quarter(above, [clear, '#d9412b', '#f5826a', clear])}${stick(`rowspan="3" width="${spar}"`)}${quarter(above, [clear, clear, '#a82a18', '#d9412b'])}</tr>
<tr>${stick('height="1"')}${stick('height="1"')}</tr>
<tr>${quarter(below, ['#e9a820', '#d9412b', clear, clear])}${quarter(below, ['#bf8210', clear, clear, '#a82a18'])}</tr>
</table><!--<![endif]-->`
}

function quarter(height: number, colours: Sides): string {
  const box = `width:0;height:0;font-size:0;line-height:0;border-style:solid;border-width:${Math.floor(height / 2)}px ${half / 2}px ${Math.ceil(height / 2)}px`
  return `<td style="padding:0"><div style="${box};border-color:${colours.join(' ')}"></div></td>`
}

function stick(size: string): string {
  return `<td ${size} class="spar" bgcolor="${paper.ink}" style="padding:0;font-size:0;line-height:0"></td>`
}
