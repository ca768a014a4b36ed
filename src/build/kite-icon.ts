import sharp from 'sharp'

/** The studio's mark, on the ground of the page; every icon is made from it. */
export const KITE_ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#d9412b" stroke="#161a23" stroke-width="1.4" stroke-linejoin="round" d="M16 1 26 11 16 31 6 11ZM16 1V31M6 11H26"/></svg>`

/** The mark as a square picture, with a border wide enough for round masks. @param size edge in pixels */
export async function kiteIconPng(size: number): Promise<Uint8Array<ArrayBuffer>> {
  const mark = await sharp(Buffer.from(KITE_ICON), { density: (72 * size) / 32 })
    .resize(Math.round(size * 0.66))
    .png()
    .toBuffer()
  const icon = await sharp({ create: { width: size, height: size, channels: 3, background: '#fbf8f2' } })
    .composite([{ input: mark }])
    .png({ palette: true, effort: 10 })
    .toBuffer()
  return new Uint8Array(icon)
}
