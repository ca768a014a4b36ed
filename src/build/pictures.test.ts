import sharp from 'sharp'
import { expect, test } from 'vitest'
import { kiteIconPng } from './kite-icon.ts'
import { sharePicture } from './share-picture.ts'

test('the share picture has the size that networks ask for, whatever the words hold', async () => {
  const words = { name: 'A & B', headline: 'Less <than> a hundred words', tagline: 'One line' }
  const { format, width, height } = await sharp(await sharePicture(words, '<path d="M0 0H9"/>')).metadata()
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
})

test('an icon is a square of the size asked for', async () => {
  const { width, height } = await sharp(await kiteIconPng(180)).metadata()
  expect([width, height]).toEqual([180, 180])
})
