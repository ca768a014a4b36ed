import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname } from 'node:path'
import { imageSize } from 'image-size'
import { z } from 'zod'
import { didYouMean } from '../text/nearest.ts'
import { ContentError, tryRead } from './files/content-error.ts'
import { contentPath } from './files/content-files.ts'

/** A picture in content/, with the size of its largest version in pixels. */
export type Picture = {
  file: string
  /** URL of a JPEG or SVG, which email apps, feed readers, and old browsers can show. */
  src: string
  width: number
  height: number
  /** The resized versions. Undefined for SVGs, which don't need any. */
  photo?: Photo
}

type Photo = {
  /** Includes a hash of the file, so browsers can cache the photo forever. */
  name: string
  widths: readonly number[]
}

export const photoFormats = ['avif', 'webp'] as const
/** Widths in pixels for phones, half of a laptop screen, and a text column on a high-resolution screen. */
const widths = [480, 960, 1600]
/** Twice the width of an email's column in pixels, for high-resolution screens. */
const maxEmailWidth = 1200

/** sharp's default `limitInputPixels`, 268 megapixels. The build can't resize larger pictures. */
const maxPixels = 0x3fff ** 2

/** Finds a picture by name, in content/pictures or next to `file`, the page that shows it. @throws ContentError */
export function readPicture(name: string, file: string): Picture {
  const folders = [`${dirname(file)}/`, 'pictures/']
  const path = folders.map((folder) => folder + name).find((candidate) => existsSync(contentPath(candidate)))
  const pictureError = (problem: string) => new ContentError(`the picture ${name} ${problem}`)
  if (name.includes('/')) throw pictureError(`must be named without a folder. Write ${basename(name)}`)
  if (!/\.(svg|png|PNG|jpg|JPG|jpeg|JPEG|webp|avif)$/.test(name))
    throw pictureError('must be an .svg, .png, .jpg, .webp or .avif file. Export it as one')
  if (!/^[\w-]+\.\w+$/.test(name)) throw pictureError('must have a name of letters, digits, - and _')
  if (path === undefined) {
    const names = folders.map(contentPath).flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []))
    throw pictureError(
      `is not in ${folders.map((folder) => `content/${folder}`).join(' or ')}${didYouMean(name, names)}`,
    )
  }
  const bytes = readFileSync(contentPath(path))
  const size = readSize(bytes)
  if (size === undefined) throw pictureError('isn’t a picture, or is damaged. Export it again')
  if (size.width * size.height > maxPixels) throw pictureError('has more than 268 megapixels. Make it smaller')
  const fileHash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  const hashedName = `${basename(name, extname(name))}-${fileHash}`
  if (extname(name) !== '.svg') return photoOf(path, hashedName, size)
  return {
    file: path,
    src: `/pictures/${hashedName}.svg`,
    width: Math.round(size.width),
    height: Math.round(size.height),
  }
}

type Size = { width: number; height: number }

/** @returns undefined for files that aren't pictures */
function readSize(bytes: Uint8Array): Size | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes)
    // EXIF orientations 5 to 8 swap width and height.
    return orientation < 5 ? { width, height } : { width: height, height: width }
  } catch {
    return undefined
  }
}

function photoOf(file: string, name: string, { width, height }: Size): Picture {
  const maxWidth = Math.min(width, widths.at(-1) ?? width)
  return {
    file,
    src: photoUrl({ name }, Math.min(maxWidth, maxEmailWidth), 'jpg'),
    width: maxWidth,
    height: Math.round((height * maxWidth) / width),
    photo: { name, widths: [...widths.filter((smaller) => smaller < maxWidth), maxWidth] },
  }
}

export function photoUrl({ name }: Pick<Photo, 'name'>, width: number, format: string): string {
  return `/pictures/${name}-${width}.${format}`
}

export function photoSources({ photo }: Picture): { type: string; srcSet: string }[] {
  if (photo === undefined) return []
  return photoFormats.map((format) => ({
    type: `image/${format}`,
    srcSet: photo.widths.map((width) => `${photoUrl(photo, width, format)} ${width}w`).join(', '),
  }))
}

/** A schema that transforms a file name into its picture. @param file the content file with the field */
export function pictureField(file: string) {
  return z.string({ error: 'must be the name of a file in content/pictures' }).transform((name, context): Picture => {
    return tryRead(() => readPicture(name, file), context.addIssue) ?? z.NEVER
  })
}
