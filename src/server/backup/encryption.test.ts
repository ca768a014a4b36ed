import { buffer as gather } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

const key = 'a passphrase for tests'
const chunk = 65_536
/** The real cost is for those who guess. */
const quick = 10

async function* inPieces(bytes: Buffer, size = 50_000): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

const plain = Buffer.from(Array.from({ length: 3 * chunk + 100 }, (_, n) => (n * 7 + (n >> 8)) % 256))
const encrypted = await gather(await encrypt(inPieces(plain), key, quick))
/** With the nonce; each encrypted chunk has a tag of 16 bytes. */
const headerBytes = encrypted.length - plain.length - 4 * 16
const chunkAt = (number: number): number => headerBytes + number * (chunk + 16)
const header = encrypted.subarray(0, headerBytes).toString('latin1')

test.each([0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk])('%i bytes come back as they were', async (size) => {
  const bytes = plain.subarray(0, size)
  const pieces = inPieces(await gather(await encrypt(inPieces(bytes), key, quick)), 1_000)
  expect((await gather(decrypt(pieces, key))).equals(bytes)).toBe(true)
})

test('a guess at the passphrase costs the least of OWASP, N = 2^17, and files of other costs are read', async () => {
  const usual = await gather(await encrypt(inPieces(plain.subarray(0, 9)), key))
  expect(usual.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 17\n/)
  expect(header).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 10\n/)
  expect(await gather(decrypt(inPieces(usual), key))).toEqual(plain.subarray(0, 9))
})

test('the same file is encrypted differently each time', async () => {
  const again = await gather(await encrypt(inPieces(plain), key, quick))
  expect(again.subarray(headerBytes, headerBytes + 64)).not.toEqual(encrypted.subarray(headerBytes, headerBytes + 64))
})

test('another passphrase is told', async () => {
  await expect(gather(decrypt(inPieces(encrypted), 'another passphrase'))).rejects.toThrow(
    'BACKUP_KEY is not the passphrase that this backup was encrypted with.',
  )
})

test.each([
  ['the version', 3, /damaged or cut off, near its byte 0/],
  ['the salt', header.indexOf('scrypt ') + 9, /not the passphrase/],
  ['the cost', header.indexOf(' 10\n') + 1, /damaged or cut off, near its byte 0/],
  ['the MAC', header.indexOf('--- ') + 9, /damaged or cut off, near its byte 0/],
  ['the nonce', headerBytes - 1, /damaged or cut off, near its byte 0/],
  ['the first chunk', headerBytes + 5, /damaged or cut off, near its byte 0/],
  ['the middle', chunkAt(1) + 9, /near its byte 65536/],
  ['the last tag', encrypted.length - 1, /near its byte 196608/],
])('a changed byte in %s is found', async (_, position, words) => {
  const changed = Buffer.from(encrypted)
  changed.write(changed[position] === 0x41 ? 'B' : 'A', position, 'latin1')
  await expect(gather(decrypt(inPieces(changed), key))).rejects.toThrow(words)
})

test.each([
  ['in its header', 20],
  ['after its header', headerBytes],
  ['at the border of a chunk', chunkAt(1)],
  ['before its last chunk', chunkAt(3)],
  ['within a tag', chunkAt(2) - 3],
  ['by one byte', encrypted.length - 1],
])('a file that is cut off %s is found', async (_, length) => {
  await expect(gather(decrypt(inPieces(encrypted.subarray(0, length)), key))).rejects.toThrow(/cut off/)
})

test('chunks that were swapped, doubled or added are found', async () => {
  const [first, second] = [encrypted.subarray(chunkAt(0), chunkAt(1)), encrypted.subarray(chunkAt(1), chunkAt(2))]
  const head = encrypted.subarray(0, headerBytes)
  const rest = encrypted.subarray(chunkAt(2))
  for (const parts of [
    [head, second, first, rest],
    [head, first, first, second, rest],
    [encrypted, encrypted.subarray(chunkAt(3))],
  ]) {
    await expect(gather(decrypt(inPieces(Buffer.concat(parts)), key))).rejects.toThrow(/damaged or cut off/)
  }
})

test('a passphrase is the same however its letters are composed', async () => {
  const small = await gather(
    await encrypt(inPieces(plain.subarray(0, 9)), 'Flügel über Wiesen'.normalize('NFD'), quick),
  )
  expect(await gather(decrypt(inPieces(small), 'Flügel über Wiesen'.normalize('NFC')))).toEqual(plain.subarray(0, 9))
})
