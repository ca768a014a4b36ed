import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import subsetFont from 'subset-font'

export type ShareWords = { name: string; headline: string; tagline: string }

/** The family name written in the font; the comma after it keeps `16pt` from being read as a size. */
const FAMILY = 'Newsreader 16pt'
const SIZE = { width: 1200, height: 630 }
const NEWSREADER = 'node_modules/@fontsource-variable/newsreader/files/newsreader-latin-standard-normal.woff2'

/**
 * The picture that goes with a shared link (1200 x 630, PNG): the headline, the kite and its thread, in the light
 * scheme's colours. The words are set in Newsreader from the package; no font of the machine takes part.
 * @param drawing SVG elements of the kite, in a box of 282 x 565 units
 */
export async function sharePicture(words: ShareWords, drawing: string): Promise<Uint8Array<ArrayBuffer>> {
  const folder = mkdtempSync(join(tmpdir(), 'share-picture-'))
  try {
    const fontfile = join(folder, 'share.ttf')
    const text = Object.values(words).join('')
    writeFileSync(
      fontfile,
      await subsetFont(readFileSync(NEWSREADER), text, {
        targetFormat: 'sfnt',
        variationAxes: { wght: 330, opsz: 72 },
      }),
    )
    const set = (line: string, size: number, width: number) =>
      sharp({
        text: {
          text: `<span foreground="#161a23" line_height="0.9" letter_spacing="-${size * 20}">${escapeMarkup(line)}</span>`,
          font: `${FAMILY}, ${size}`,
          fontfile,
          rgba: true,
          width,
        },
      })
        .png()
        .toBuffer()
    const picture = await sharp(Buffer.from(plate(drawing)))
      .composite([
        { input: await set(words.headline, 88, 770), left: 70, top: 158 },
        { input: await set(words.name, 34, 700), left: 112, top: 70 },
        { input: await set(words.tagline, 26, 700), left: 72, top: 520 },
      ])
      .png({ palette: true, effort: 10 })
      .toBuffer()
    return new Uint8Array(picture)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function plate(drawing: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" stroke="#161a23" stroke-width="1.4" stroke-linejoin="round" fill="none">
<style>${facetColours()}.thread{stroke:#d9412b;stroke-width:1.8}</style>
<path stroke="none" fill="#fbf8f2" d="M0 0H1200V630H0Z"/>
<path class="facet-1" d="M86 70 98 82 86 106 74 82ZM86 70V106M74 82H98"/>
<path d="M0 600C300 560 520 590 760 604S1080 560 1200 566"/>
<g transform="translate(850 40) scale(1.02)">${drawing}</g></svg>`
}

/** The kite's colours, from the style sheet that the page uses. */
function facetColours(): string {
  return (
    readFileSync('src/ui/FoldedKite.css', 'utf8')
      .match(/\.facet-\d \{[^}]*\}/g)
      ?.join('') ?? ''
  )
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
