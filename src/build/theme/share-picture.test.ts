import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readDrawings } from '../../content/drawings.ts'
import { readTheme } from '../../content/theme.ts'
import { breakLines, openLettering } from './lettering.ts'
import { type ShareDrawing, sharePicture } from './share-picture.ts'
import { typefaceFiles } from './typeface-files.ts'

const theme = readTheme()
const { mark, hero } = readDrawings()
const typeface = typefaceFiles(theme.typeface ?? expect.fail('the sample has a typeface'))

async function draw(words: Partial<ShareDrawing>): Promise<Buffer> {
  const whole = { name: 'Kitewright', headline: 'A headline', remark: '8 min read', mark, drawing: hero, ...words }
  return sharePicture(whole, theme, await openLettering(typeface, whole.name + whole.headline + whole.remark))
}

/** How many dark pixels lie in a part of a picture: the ink of what is written there. */
async function inkIn(png: Buffer, left: number, top: number, width: number, height: number): Promise<number> {
  const pixels = await sharp(png).extract({ left, top, width, height }).greyscale().raw().toBuffer()
  return pixels.filter((grey) => grey < 64).length
}

const titles = [
  'Why',
  'Größe, ₹10,000, Żółć, Việt Nam & <b>, 😀 and then all of the 90 letters that a title may have',
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnungsentwurfsvorlagenprüfu',
]

test.each(titles)('has the size that networks ask for, and room for “%s”', async (headline) => {
  const png = await draw({ headline })
  const { format, width, height } = await sharp(png).metadata()
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
  expect(await inkIn(png, 72, 150, 600, 60)).toBeGreaterThan(400)
  expect(await inkIn(png, 0, 150, 66, 370)).toBe(0)
  expect(await inkIn(png, 714, 110, 20, 400)).toBe(0)
})

test('lines are as full as they go, and a word without room is broken', () => {
  expect(breakLines('one two three', (line) => line.length <= 7)).toEqual(['one two', 'three'])
  expect(breakLines('a incomprehensible', (line) => line.length <= 6)).toEqual(['a', 'incomp', 'rehens', 'ible'])
  expect(breakLines('  ', () => true)).toEqual([])
})

test('a studio without drawings has a picture all the same, with room for longer lines', async () => {
  const headline = 'One headline that takes more than one line'
  const png = await draw({ mark: undefined, drawing: undefined, headline })
  expect(await inkIn(png, 740, 150, 300, 300)).toBeGreaterThan(400)
  // The ground has exactly the color of the page.
  const corner = sharp(png).extract({ left: 0, top: 0, width: 1, height: 1 })
  expect([...(await corner.removeAlpha().toColorspace('srgb').raw().toBuffer())]).toEqual([0xfb, 0xf8, 0xf2])
})
