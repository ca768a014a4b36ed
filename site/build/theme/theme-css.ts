import type { Drawing } from '../../../platform/content/drawings.ts'
import type { Palette, Theme } from '../../../platform/content/theme.ts'
import { loadTextOutliner, type TextOutliner } from './text-outlines.ts'
import { type FontStyle, type TypefaceFiles, typefaceFiles } from './typeface-files.ts'

const systemSerif = 'Georgia, "Liberation Serif", "Times New Roman", serif'

/** Length of the longest studio name that fits on one line on phones. */
const maxOneLineName = 16

/** Writes the colors, fonts, and paints of content/theme.yaml as CSS. @param text the characters in use */
export async function themeCss(
  theme: Theme,
  lantern: Drawing | undefined,
  { text, studioName }: { text: string; studioName: string },
): Promise<string> {
  const { colors, typeface, corner } = theme
  const files = typeface && typefaceFiles(typeface)
  const faces = files === undefined ? [] : await facesOf(files, text)
  const rules = [
    ...faces,
    `:root {\n${tokens(colors.light)}\n--pencil: ${colors.light.ink};\n--corner: ${corner}px;\n--serif: ${serifOf(files)};\n}`,
    `@media screen and (prefers-color-scheme: dark) {\n:root {\n${tokens(colors.dark)}\n}\n${lantern ? lanternCss(lantern) : ''}}`,
    `@layer base {\n${paintRules(theme)}\n}`,
    studioName.length > maxOneLineName ? '.bar .bar-logo { font-size: 1.125rem; line-height: 1.1; }' : '',
  ]
  return rules.filter(Boolean).join('\n')
}

/** Rules for the classes `.facet-1`, `.facet-2`, and so on. Charts also use the first color. */
export function paintRules({ paints, colors }: Theme): string {
  const fills = paints.length > 0 ? paints : [colors.light.thread]
  return fills.map((paint, i) => `.facet-${i + 1} { fill: ${paint}; }`).join('\n')
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
  const fallbacks = (isSerif ? serifs : sansSerifs).map(({ name }) => `${name}-as-display`)
  return [`"${family}"`, ...fallbacks, isSerif ? 'serif' : 'sans-serif'].join(', ')
}

async function facesOf(files: TypefaceFiles, text: string): Promise<string[]> {
  const { family, isSerif, hasItalic } = files
  const styles: FontStyle[] = hasItalic ? ['normal', 'italic'] : ['normal']
  const face = (style: FontStyle, name = '', range = '') => `@font-face {
  font-family: "${family}";
  src: url("./${style}${name}.woff2");${style === 'italic' ? '\n  font-style: italic;' : ''}
  font-display: swap;${range}
}`
  const faces: string[] = []
  for (const style of styles) {
    faces.push(face(style))
    for (const { subset, letters } of files.lettersBeyond(text)) {
      if (files.file(subset, style) === undefined) continue
      const codePoints = [...letters].map((letter) => `U+${letter.codePointAt(0)?.toString(16)}`)
      faces.push(face(style, `-${subset}`, `\n  unicode-range: ${codePoints.join(', ')};`))
    }
    faces.push(fallbackFaces(isSerif, style, await loadTextOutliner(files, sampleText, style)))
  }
  return faces
}

/** The lantern as a separate SVG file, which browsers load only in dark mode. */
export function lanternPicture({ viewBox, shapes }: Drawing, { colors, paints }: Theme): string {
  const [, , width, height] = viewBox.split(/[ ,]+/)
  const painted = shapes.replaceAll(/class="facet-(\d)"/g, (_, number) => {
    return `fill="${paints[Number(number) - 1] ?? colors.dark.thread}"`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${width}" height="${height}" stroke="${colors.dark.ink}" stroke-width="1.4" stroke-linejoin="round">${painted}</svg>`
}

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

/** Text with typical letter frequencies, to measure average widths. */
const sampleText =
  'Scale Your Vision with Expert Development, from first call to first customer. One fixed price, agreed before the work starts; what you see is what you get.'

type SystemFont = { name: string } & Partial<Record<FontStyle, [localNames: string[], sampleWidthEms: number]>>

const serifs: SystemFont[] = [
  { name: 'Georgia', normal: [['Georgia'], 63.88], italic: [['Georgia Italic'], 62.75] },
  {
    name: 'Times',
    normal: [['Liberation Serif', 'Times New Roman'], 58.23],
    italic: [['Liberation Serif Italic', 'Times New Roman Italic'], 57.05],
  },
  { name: 'Noto', normal: [['Noto Serif'], 68.06] },
]
const sansSerifs: SystemFont[] = [
  {
    name: 'Arial',
    normal: [['Arial', 'Liberation Sans', 'Helvetica'], 63.25],
    italic: [['Arial Italic', 'Liberation Sans Italic', 'Helvetica Oblique'], 63.25],
  },
]

/** Scales system fonts to the typeface's metrics, so lines break at the same words before and after it loads. */
function fallbackFaces(isSerif: boolean, style: FontStyle, typeface: TextOutliner): string {
  const percent = (value: number) => `${Math.round(value * 1000) / 10}%`
  const faces = (isSerif ? serifs : sansSerifs).map((font) => {
    const [localNames, sampleWidthEms] = font[style] ?? []
    if (localNames === undefined || sampleWidthEms === undefined) return ''
    const scale = typeface.widthOf(sampleText, 1) / sampleWidthEms
    return `@font-face {
  font-family: ${font.name}-as-display;
  src: ${localNames.map((name) => `local("${name}")`).join(', ')};${style === 'italic' ? '\n  font-style: italic;' : ''}
  size-adjust: ${percent(scale)};
  ascent-override: ${percent(typeface.ascent / scale)};
  descent-override: ${percent(typeface.descent / scale)};
}`
  })
  return faces.filter(Boolean).join('\n')
}
