import sharp from 'sharp'

export const KITE_ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#d9412b" stroke="#161a23" stroke-width="1.4" stroke-linejoin="round" d="M16 1 26 11 16 31 6 11ZM16 1V31M6 11H26"/></svg>`

/** The mark as a square picture, with a border wide enough for round masks. */
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

/** An ICO file that holds one PNG, for programs that ask for /favicon.ico and nothing else, feed readers above all. */
export async function kiteIconIco(): Promise<Uint8Array<ArrayBuffer>> {
  const size = 32
  const png = await sharp(Buffer.from(KITE_ICON), { density: 288 }).resize(size).png().toBuffer()
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(1, 4) // one picture
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10) // colour planes
  header.writeUInt16LE(32, 12) // bits a pixel
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return new Uint8Array(Buffer.concat([header, png]))
}
