import type { Scale } from '../../../content/prose/scale.ts'
import { escapeHtml } from '../../../lib/mail/escape.ts'
import { paper, styles } from '../../../lib/mail/mail-look.ts'

/** A figure drawn to scale: each row has its bar below it, made of coloured cells, which every mail program draws. */
export function scaleHtml({ caption, unit, rows }: Scale): string {
  const longest = Math.max(...rows.map(({ to }) => to)) || 1
  const lines = rows.map(({ label, figure, from, to }) => {
    const shares = [from / longest, (to - from) / longest, 1 - to / longest].map((share) => Math.round(share * 100))
    const cells = shares.map((share, i) => barCell(share, i === 1 && to > 0, i === 0)).join('')
    return `<tr valign="bottom"><th scope="row" style="${styles.scaleLabel}">${escapeHtml(label)}</th><td style="${styles.scaleFigure}">${figure}&nbsp;${escapeHtml(unit)}</td></tr>
<tr aria-hidden="true"><td colspan="2" style="${styles.scaleBar}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${cells}</tr></table></td></tr>`
  })
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" class="scale" style="${styles.table}">
${lines.join('\n')}
</table>
<p class="second serif" style="${styles.caption}">${escapeHtml(caption)}</p>`
}

/** Before a range runs a thin line, from where the axis begins. */
function barCell(share: number, isBar: boolean, isBefore: boolean): string {
  if (share < 1 && !isBar) return ''
  const colour = isBar ? ` bgcolor="${paper.thread}"` : ''
  const content = isBefore ? `<div class="thread" style="${styles.scaleLine}">&nbsp;</div>` : '&nbsp;'
  return `<td width="${Math.max(share, 1)}%"${colour} style="font-size:1px;line-height:10px">${content}</td>`
}
