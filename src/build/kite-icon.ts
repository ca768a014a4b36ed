import sharp from 'sharp'
import { KITE_ICON } from '../ui/kite-icon.ts'

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
