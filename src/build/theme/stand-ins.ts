import type { Lettering } from './lettering.ts'

/** Letters as often as texts have them. */
export const sampleText =
  'Scale Your Vision with Expert Development, from first call to first customer. One fixed price, agreed before the work starts; what you see is what you get.'

/** What machines have, with the width of the sample in it, in ems. */
const serifs = [
  { name: 'Georgia', normal: [['Georgia'], 63.88], italic: [['Georgia Italic'], 62.75] },
  {
    name: 'Times',
    normal: [['Liberation Serif', 'Times New Roman'], 58.23],
    italic: [['Liberation Serif Italic', 'Times New Roman Italic'], 57.05],
  },
  { name: 'Noto', normal: [['Noto Serif'], 68.06] },
] as const
const sansSerifs = [
  {
    name: 'Arial',
    normal: [['Arial', 'Liberation Sans', 'Helvetica'], 63.25],
    italic: [['Arial Italic', 'Liberation Sans Italic', 'Helvetica Oblique'], 63.25],
  },
] as const

export function standInsFor(isSerif: boolean): readonly string[] {
  return (isSerif ? serifs : sansSerifs).map(({ name }) => `${name}-as-display`)
}

/**
 * What takes its place until the typeface is there, brought to its widths and heights, so that every line breaks at the same word.
 * @param cut the typeface in one of its styles, for the letters of the sample
 */
export function standInFaces(isSerif: boolean, style: 'normal' | 'italic', cut: Lettering): string {
  const width = cut.widthOf(sampleText, 1)
  return (isSerif ? serifs : sansSerifs)
    .flatMap((face) => {
      const [local, itsWidth] = style in face ? (face[style as 'normal'] ?? []) : []
      if (local === undefined || itsWidth === undefined) return []
      const share = width / itsWidth
      const percent = (value: number) => `${Math.round(value * 1000) / 10}%`
      return `@font-face {
  font-family: ${face.name}-as-display;
  src: ${local.map((name) => `local("${name}")`).join(', ')};${style === 'italic' ? '\n  font-style: italic;' : ''}
  size-adjust: ${percent(share)};
  ascent-override: ${percent(cut.ascent / share)};
  descent-override: ${percent(cut.descent / share)};
}`
    })
    .join('\n')
}
