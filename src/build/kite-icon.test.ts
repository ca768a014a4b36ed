import sharp from 'sharp'
import { expect, test } from 'vitest'
import { kiteIconIco, kiteIconPng } from './kite-icon.ts'

test('an icon is a square of the size asked for', async () => {
  const { width, height } = await sharp(await kiteIconPng(180)).metadata()
  expect([width, height]).toEqual([180, 180])
})

test('the icon for old programs is an ICO file around one picture', async () => {
  const icon = Buffer.from(await kiteIconIco())
  expect([...icon.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  const [length, at] = [icon.readUInt32LE(14), icon.readUInt32LE(18)]
  const { format, width } = await sharp(icon.subarray(at, at + length)).metadata()
  expect({ format, width, end: at + length }).toEqual({ format: 'png', width: 32, end: icon.length })
})
