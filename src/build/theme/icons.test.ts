import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readDrawings } from '../../content/drawings.ts'
import { readTheme } from '../../content/theme.ts'
import { iconIco, iconPng, iconSvg } from './icons.ts'

const [theme, drawings] = [readTheme(), readDrawings()]

test('an icon is a square of the size asked for', async () => {
  const { width, height } = await sharp(await iconPng(180, theme, drawings)).metadata()
  expect([width, height]).toEqual([180, 180])
})

test('a studio without a mark has a square in the color of its buttons', () => {
  expect(iconSvg(theme, {})).toMatch(/^<svg [^>]*><rect [^>]*fill="#c2341e"\/><\/svg>$/)
})

test('the icon for old programs is an ICO file around one picture', async () => {
  const icon = Buffer.from(await iconIco(theme, drawings))
  expect([...icon.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  const [length, at] = [icon.readUInt32LE(14), icon.readUInt32LE(18)]
  const { format, width } = await sharp(icon.subarray(at, at + length)).metadata()
  expect({ format, width, end: at + length }).toEqual({ format: 'png', width: 32, end: icon.length })
})
