import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'

/** For the largest size on a page, and for emails. */
const maxPhotoBytes = 200_000
const qualities = [72, 60, 48, 36, 24, 12, 4]
const kept = 'node_modules/.cache/kitewright/pictures'

/**
 * A photo at a width, upright and without what the camera noted (time, place); as good as fits the bytes.
 * @param name of the result: it has a mark of the photo's bytes, so that one that was made before is taken again
 */
export async function encodePhoto(file: string, { name, width }: { name: string; width: number }): Promise<Buffer> {
  const made = join(kept, basename(name))
  if (existsSync(made)) return readFileSync(made)
  const image = sharp(file).autoOrient().resize({ width })
  const tried = await firstThatFits(image, name)
  // The careful way takes AVIF ten times as long, and saves a quarter.
  const careful = name.endsWith('.avif') ? await encoded(image.clone(), name, tried.quality, 4) : tried.bytes
  const bytes = careful.length <= maxPhotoBytes ? careful : tried.bytes
  mkdirSync(kept, { recursive: true })
  writeFileSync(made, bytes)
  return bytes
}

type Tried = { quality: number; bytes: Buffer }

async function firstThatFits(image: Sharp, name: string, [quality = 1, ...worse] = qualities): Promise<Tried> {
  const bytes = await encoded(image.clone(), name, quality, 1)
  return bytes.length <= maxPhotoBytes || worse.length === 0
    ? { quality, bytes }
    : await firstThatFits(image, name, worse)
}

/** @param effort of AVIF alone, up to 9 */
async function encoded(image: Sharp, name: string, quality: number, effort: number): Promise<Buffer> {
  if (name.endsWith('.avif')) return await image.avif({ quality: Math.max(1, quality - 15), effort }).toBuffer()
  if (name.endsWith('.webp')) return await image.webp({ quality }).toBuffer()
  return await image.flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: true }).toBuffer()
}
