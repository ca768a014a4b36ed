import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterFolder, leaveFolder } from '../../tests/support/content.ts'
import { encodePhoto } from '../build/encode-photo.ts'
import { photoSources, readPicture } from './pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'kitewright-pictures-'))

/** Noise: nothing is harder to make small. */
const photo = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888888', noise: { type: 'gaussian', sigma: 15, mean: 128 } },
  })

beforeAll(async () => {
  mkdirSync(join(folder, 'content/pictures'), { recursive: true })
  enterFolder(folder)
  const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 43/1 0/1' } }
  writeFileSync('content/pictures/large.jpg', await photo(2400, 1800).withExif(place).jpeg().toBuffer())
  writeFileSync(
    'content/pictures/upright.jpg',
    await photo(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  )
})
afterAll(() => {
  leaveFolder()
  rmSync(folder, { recursive: true })
})

test('a photo is there in the widths that screens ask for, up to its own', () => {
  const large = readPicture('large.jpg', 'home/hero.yaml', 'pictures/')
  expect(large).toMatchObject({ width: 1600, height: 1200, photo: { widths: [480, 960, 1600] } })
  expect(photoSources(large).map(({ type }) => type)).toEqual(['image/avif', 'image/webp'])
  expect(large.src).toMatch(/^\/pictures\/large-[0-9a-f]{8}-1200\.jpg$/)
  const upright = readPicture('upright.jpg', 'home/hero.yaml', 'pictures/')
  expect(upright).toMatchObject({ width: 200, height: 300, photo: { widths: [200] } })
})

test.each(['avif', 'webp', 'jpg'])(
  'as %s no photo weighs more than 200 kB, and none tells where it was taken',
  async (format) => {
    const made = await encodePhoto('content/pictures/large.jpg', { name: `large-1600.${format}`, width: 1600 })
    expect(made.length).toBeLessThanOrEqual(200_000)
    expect(await sharp(made).metadata()).toMatchObject({ width: 1600, height: 1200 })
    expect((await sharp(made).metadata()).exif).toBeUndefined()
  },
)
