import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { ContentError } from '../../../platform/content/files/content-error.ts'
import type { Typeface } from '../../../platform/content/theme.ts'

const metadata = z.object({
  id: z.string(),
  family: z.string(),
  subsets: z.array(z.string()),
  styles: z.array(z.string()),
  category: z.string(),
  weights: z.array(z.number()),
  variable: z.union([z.literal(false), z.record(z.string(), z.object({ min: z.string(), max: z.string() }))]),
})

export type TypefaceFiles = ReturnType<typeof typefaceFiles>
export type FontStyle = 'normal' | 'italic'

/** Weight and optical size of italics, which the site uses only for small text. */
const italicAxes = { wght: 400, opsz: 18 }

/** Describes a Fontsource package's files. @throws ContentError if it isn't installed */
export function typefaceFiles({ package: name, weight, size }: Typeface) {
  const folder = `node_modules/${name}`
  if (!existsSync(`${folder}/metadata.json`)) {
    const problem = `${name} isn’t installed. Run npm install ${name}`
    throw new ContentError(`content/theme.yaml:\n  typeface.package: ${problem}`)
  }
  const { id, family, subsets, styles, category, weights, variable } = metadata.parse(
    JSON.parse(readFileSync(`${folder}/metadata.json`, 'utf8')),
  )
  const [nearestWeight = 400] = weights.toSorted((a, b) => Math.abs(a - weight) - Math.abs(b - weight))
  // Fontsource's file variants, preferred first.
  const variants = variable === false ? [String(nearestWeight)] : ['standard', 'opsz', 'wght', 'full']
  const clampedAxis = (axis: string, wanted: number | undefined) => {
    const range = variable === false ? undefined : variable[axis]
    if (range === undefined) return {}
    const [min, max] = [Number(range.min), Number(range.max)]
    return { [axis]: Math.min(max, Math.max(min, wanted ?? max)) }
  }
  const latinFirst = ['latin', ...subsets.filter((subset) => subset !== 'latin')]
  const hasOpticalSize = variants[0] === 'standard' && existsSync(`${folder}/files/${id}-latin-standard-normal.woff2`)
  return {
    family,
    isSerif: category === 'serif',
    hasItalic: styles.includes('italic'),
    subsets: latinFirst,
    /** Groups the letters missing from the first subset by the subset that has them. */
    lettersBeyond: (text: string) => {
      const covers = readCoverage(`${folder}/unicode.json`)
      const subsetOf = (letter: string) => latinFirst.find((subset) => covers(subset, letter.codePointAt(0) ?? 0))
      // Look up only letters. System fonts have other missing characters, such as currency signs, without a request.
      const letters = Map.groupBy(text.match(/\p{L}/gu) ?? [], subsetOf)
      const beyondLatin: { subset: string; letters: string }[] = []
      for (const [subset, found] of letters) {
        if (subset === undefined || subset === 'latin') continue
        beyondLatin.push({ subset, letters: [...new Set(found)].sort().join('') })
      }
      return beyondLatin
    },
    /** @returns undefined if the package has no such file */
    file: (subset: string, style: FontStyle) =>
      variants
        .map((variant) => `${folder}/files/${id}-${subset}-${variant}-${style}.woff2`)
        .find((file) => existsSync(file)),
    axesOf: (style: FontStyle) => ({
      ...clampedAxis('wght', style === 'italic' ? italicAxes.wght : weight),
      ...(hasOpticalSize && clampedAxis('opsz', style === 'italic' ? italicAxes.opsz : size)),
    }),
  }
}

/** Reads the characters in each of a package's subsets. The file has ranges as in CSS: `U+0100-02BA,U+02BD`. */
function readCoverage(file: string): (subset: string, point: number) => boolean {
  const ranges = z.record(z.string(), z.string()).parse(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
  return (subset, point) =>
    (ranges[subset] ?? '').split(',').some((range) => {
      const [from = Number.NaN, to = from] = range
        .replace('U+', '')
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      return from <= point && point <= to
    })
}
