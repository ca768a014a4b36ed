import { expect, test } from 'vitest'
import { type Color, channels, contrast } from '../color.ts'
import { inColors, plainLook, styles } from './mail-look.ts'

function lightness(color: Color): number {
  return (Math.max(...channels(color)) + Math.min(...channels(color))) / 2
}

/** The same hue and saturation with the opposite lightness (HSL), as programs do that turn a mail dark by force. */
function inverted(color: Color): Color {
  const shift = 1 - 2 * lightness(color)
  const hex = channels(color).map((c) => Math.round(Math.min(1, Math.max(0, c + shift)) * 255))
  return `#${hex.map((c) => c.toString(16).padStart(2, '0')).join('')}`
}

test('a style is written out in the colors of the site, and what is no attribute stays', () => {
  const html = `<p style="${styles.caption}" bgcolor="@panel">style=@p @ground</p>`
  const written = inColors(html, plainLook)
  expect(written).toContain(`color:${plainLook.light.second}" bgcolor="${plainLook.light.panel}">style=@p @ground`)
  expect(written).not.toMatch(/="[^"]*@/)
})

test('what a stranger has typed becomes no style: its quotation marks are escaped', () => {
  expect(inColors('<p>a &quot; style=&quot;@p&quot;</p>', plainLook)).toBe('<p>a &quot; style=&quot;@p&quot;</p>')
})

test('the plain colors can be read in light, in dark, and turned dark by force', () => {
  const { light, dark } = plainLook
  const turned = { ...light, ground: inverted(light.ground), panel: inverted(light.panel), ink: inverted(light.ink) }
  for (const { ink, ground, panel } of [light, dark, turned]) {
    expect(contrast(ink, ground)).toBeGreaterThan(4.5)
    expect(contrast(ink, panel)).toBeGreaterThan(4.5)
  }
})
