import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'

/** Maximum size of an encoded photo on pages and in emails. */
const maxPhotoBytes = 200_000
/** Qualities to try in this order until the photo fits. Anything above the first looks the same. */
const qualities = [72, 60, 48, 36, 24, 12, 4]
/** At the same quality number, AVIF looks better than JPEG and WebP, so it gets a lower number. */
const avifQualityOffset = -15
/** sharp's effort for AVIF, 0 to 9. At 4, files are a quarter smaller than at 1, but encoding is ten times as slow. */
const avifEffort = { toTry: 1, toFinish: 4 }
const cacheFolder = 'node_modules/.cache/kitewright/pictures'

/** Encodes a photo in the best quality that fits, without metadata (time, place). @param name contains a hash */
export async function encodePhoto(file: string, { name, width }: { name: string; width: number }): Promise<Buffer> {
  const cachedFile = join(cacheFolder, basename(name))
  if (existsSync(cachedFile)) return readFileSync(cachedFile)
  const image = sharp(file).autoOrient().resize({ width })
  let bytes: Buffer = Buffer.alloc(0)
  for (const quality of qualities) {
    bytes = await encode(image.clone(), name, quality, avifEffort.toTry)
    if (bytes.length > maxPhotoBytes) continue
    if (name.endsWith('.avif')) {
      const smaller = await encode(image.clone(), name, quality, avifEffort.toFinish)
      if (smaller.length <= maxPhotoBytes) bytes = smaller
    }
    break
  }
  mkdirSync(cacheFolder, { recursive: true })
  writeFileSync(cachedFile, bytes)
  return bytes
}

/** Encodes a photo in the format of its name's extension. @param effort applies only to AVIF */
async function encode(image: Sharp, name: string, quality: number, effort: number): Promise<Buffer> {
  if (name.endsWith('.avif'))
    return await image.avif({ quality: Math.max(1, quality + avifQualityOffset), effort }).toBuffer()
  if (name.endsWith('.webp')) return await image.webp({ quality }).toBuffer()
  // JPEG has no transparency.
  return await image.flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: true }).toBuffer()
}
