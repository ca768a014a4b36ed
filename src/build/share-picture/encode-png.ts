import { crc32, deflateSync } from 'node:zlib'

/** Flat colours compress well at once: the highest level takes four times as long and saves a fifth. */
const deflateLevel = 2

/**
 * A PNG with a palette (W3C PNG, third edition: chunks in 5.3, colour type 3 in 11.1.1).
 * @param colours red, green and blue of each, a byte each; at most 256
 * @param rows every row a 0 (no filter) and then an index for each pixel
 */
export function encodePng(width: number, height: number, colours: Buffer, rows: Uint8Array): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits a pixel, colours from the palette.
  header.set([8, 3], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: deflateLevel, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
