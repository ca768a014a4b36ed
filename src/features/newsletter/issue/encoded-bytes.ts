/**
 * How many bytes a text takes on its way (RFC 2045): as quoted-printable or as base64, whichever is shorter. Programs that
 * choose the other one are few, and the limit leaves them room.
 */
export function encodedBytes(text: string): number {
  const bytes = Buffer.from(text)
  const escaped = bytes.reduce((count, byte) => count + (isPlain(byte) ? 1 : 3), 0)
  return Math.min(withLineEnds(escaped, 3), withLineEnds(Math.ceil(bytes.length / 3) * 4, 2))
}

/** @param each bytes that end a line of 76 */
function withLineEnds(bytes: number, each: number): number {
  return bytes + Math.ceil(bytes / 75) * each
}

/** Printable but =, tab and line break. */
function isPlain(byte: number): boolean {
  return (byte >= 0x20 && byte <= 0x7e && byte !== 0x3d) || byte === 0x09 || byte === 0x0a
}
