import { buffer as gather } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const key = 'a passphrase for tests'
const chunk = 65_536
const headerBytes = 57
/** The real cost is for those who guess. */
const quick = 10

async function* inPieces(bytes: Buffer, size = 50_000): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

const plain = Buffer.from(Array.from({ length: 3 * chunk + 100 }, (_, n) => (n * 7 + (n >> 8)) % 256))
const sealed = await gather(seal(inPieces(plain), key, quick))
/** Each sealed chunk has a tag of 16 bytes. */
const chunkAt = (number: number): number => headerBytes + number * (chunk + 16)

test.each([0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk])('%i bytes come back as they were', async (size) => {
  const bytes = plain.subarray(0, size)
  const opened = await gather(unseal(inPieces(await gather(seal(inPieces(bytes), key, quick)), 1_000), key))
  expect(opened.equals(bytes)).toBe(true)
})

test('a guess at the passphrase costs the least of OWASP, N = 2^17, and files of other costs are read', async () => {
  const usual = await gather(seal(inPieces(plain.subarray(0, 9)), key))
  expect([usual[17], sealed[17]]).toEqual([17, quick])
  for (const file of [usual, sealed]) await expect(gather(unseal(inPieces(file), key))).resolves.toBeDefined()
})

test('the same file is sealed differently each time', async () => {
  const again = await gather(seal(inPieces(plain), key, quick))
  expect(again.subarray(headerBytes, headerBytes + 64)).not.toEqual(sealed.subarray(headerBytes, headerBytes + 64))
})

test.each([
  ['the magic', 3, /no sealed backup/],
  ['the version', 16, /newer version/],
  ['the cost', 17, /damaged in its first bytes/],
  ['the salt', 20, /not the passphrase/],
  ['the nonce', headerBytes - 1, /damaged or cut off, near its byte 0/],
  ['the first chunk', headerBytes + 5, /damaged or cut off, near its byte 0/],
  ['the middle', chunkAt(1) + 9, /near its byte 65536/],
  ['the last tag', sealed.length - 1, /near its byte 196608/],
])('a changed bit in %s is found', async (_, position, words) => {
  const changed = Buffer.from(sealed)
  changed[position] = (changed[position] ?? 0) ^ 0x80
  await expect(gather(unseal(inPieces(changed), key))).rejects.toThrow(words)
})

test.each([
  ['in its header', 20],
  ['after its header', headerBytes],
  ['at the border of a chunk', chunkAt(1)],
  ['before its last chunk', chunkAt(3)],
  ['within a tag', chunkAt(2) - 3],
  ['by one byte', sealed.length - 1],
])('a file that is cut off %s is found', async (_, length) => {
  await expect(gather(unseal(inPieces(sealed.subarray(0, length)), key))).rejects.toThrow(/cut off/)
})

test('chunks that were swapped, doubled or added are found', async () => {
  const [first, second] = [sealed.subarray(chunkAt(0), chunkAt(1)), sealed.subarray(chunkAt(1), chunkAt(2))]
  const head = sealed.subarray(0, headerBytes)
  const rest = sealed.subarray(chunkAt(2))
  for (const parts of [
    [head, second, first, rest],
    [head, first, first, second, rest],
    [sealed, sealed.subarray(chunkAt(3))],
  ]) {
    await expect(gather(unseal(inPieces(Buffer.concat(parts)), key))).rejects.toThrow(/damaged or cut off/)
  }
})

test('a passphrase is the same however its letters are composed', async () => {
  const small = await gather(seal(inPieces(plain.subarray(0, 9)), 'Flügel über Wiesen'.normalize('NFD'), quick))
  expect(await gather(unseal(inPieces(small), 'Flügel über Wiesen'.normalize('NFC')))).toEqual(plain.subarray(0, 9))
})
