import type { Drawing } from '../../../platform/content/drawings.ts'
import type { Palette, Theme } from '../../../platform/content/theme.ts'
import { type Lettering, openLettering } from './lettering.ts'
import { type TypefaceFiles, typefaceFiles } from './typeface-files.ts'

const systemSerif = 'Georgia, "Liberation Serif", "Times New Roman", serif'

/** Colors, fonts, and paints of content/theme.yaml. @param lantern hangs on the thread in dark mode */
export async function themeCss(
  theme: Theme,
  lantern: Drawing | undefined,
  { text, name }: { text: string; name: string },
): Promise<string> {
  const { colors, typeface, corner } = theme
  const files = typeface && typefaceFiles(typeface)
  const faces = files === undefined ? [] : await facesOf(files, text)
  return [
    ...faces,
    `:root {\n${tokens(colors.light)}\n--pencil: ${colors.light.ink};\n--corner: ${corner}px;\n--serif: ${serifOf(files)};\n}`,
    `@media screen and (prefers-color-scheme: dark) {\n:root {\n${tokens(colors.dark)}\n}\n${lantern ? lanternCss(lantern) : ''}}`,
    `@layer base {\n${paintRules(theme)}\n}`,
    // A long name takes two lines on a phone.
    ...(name.length > 16 ? ['.bar .bar-logo { font-size: 1.125rem; line-height: 1.1; }'] : []),
  ].join('\n')
}

/** `.facet-1`, `.facet-2`, and so on; charts use the first, too. */
export function paintRules({ paints, colors }: Theme): string {
  const all = paints.length > 0 ? paints : [colors.light.thread]
  return all.map((paint, i) => `.facet-${i + 1} { fill: ${paint}; }`).join('\n')
}

function tokens({ ground, ink, second, accent, button, onButton, thread, panel }: Palette): string {
  const values = { ground, ink, second, accent, button, 'on-button': onButton, thread, panel, line: `${ink}38` }
  return Object.entries(values)
    .map(([name, value]) => `--${name}: ${value};`)
    .join('\n')
}

function serifOf(files: TypefaceFiles | undefined): string {
  if (files === undefined) return systemSerif
  const { family, isSerif } = files
  return [`"${family}"`, ...standInsFor(isSerif), isSerif ? 'serif' : 'sans-serif'].join(', ')
}

async function facesOf(files: TypefaceFiles, text: string): Promise<string[]> {
  const { family, isSerif, hasItalic } = files
  const styles = hasItalic ? (['normal', 'italic'] as const) : (['normal'] as const)
  const cuts = await Promise.all(
    styles.map(async (style) => [style, await openLettering(files, sampleText, style)] as const),
  )
  const face = (style: string, name = '', range = '') => `@font-face {
  font-family: "${family}";
  src: url("./${style}${name}.woff2");${style === 'italic' ? '\n  font-style: italic;' : ''}
  font-display: swap;${range}
}`
  return cuts.flatMap(([style, cut]: readonly ['normal' | 'italic', Lettering]) => [
    face(style),
    ...files
      .lettersBeyond(text)
      .filter(({ subset }) => files.file(subset, style) !== undefined)
      .map(({ subset, letters }) => face(style, `-${subset}`, `\n  unicode-range: ${rangeOf(letters)};`)),
    standInFaces(isSerif, style, cut),
  ])
}

function rangeOf(letters: string): string {
  return [...letters].map((letter) => `U+${letter.codePointAt(0)?.toString(16)}`).join(', ')
}

/** A separate file, which only dark pages load. */
export function lanternPicture({ viewBox, shapes }: Drawing, { colors, paints }: Theme): string {
  const [, , width, height] = viewBox.split(/[ ,]+/)
  const painted = shapes.replaceAll(
    /class="facet-(\d)"/g,
    (_, i) => `fill="${paints[Number(i) - 1] ?? colors.dark.thread}"`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${width}" height="${height}" stroke="${colors.dark.ink}" stroke-width="1.4" stroke-linejoin="round">${painted}</svg>`
}

/** In dark mode, small lanterns hang on the thread. */
function lanternCss({ viewBox }: Drawing): string {
  const [, , width = '20', height = '36'] = viewBox.split(/[ ,]+/)
  return `.section:not(.section-right, .pricing-words, .founder-drawn)::after {
  content: url("./lantern.svg?no-inline");
  position: absolute;
  top: clamp(28px, 5vw, 56px);
  left: calc(var(--thread-x) - ${Number(width) / 2}px);
  height: ${height}px;
}
`
}

/** Text with typical letter frequencies. */
const sampleText =
  'Scale Your Vision with Expert Development, from first call to first customer. One fixed price, agreed before the work starts; what you see is what you get.'

/** Common system fonts, with the width of the sample in ems. */
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

function standInsFor(isSerif: boolean): readonly string[] {
  return (isSerif ? serifs : sansSerifs).map(({ name }) => `${name}-as-display`)
}

/**
 * Fallback fonts, scaled to the typeface's metrics, so that lines break at the same words before and after it loads.
 * @param cut one style of the typeface, with the sample's letters
 */
function standInFaces(isSerif: boolean, style: 'normal' | 'italic', cut: Lettering): string {
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
