import { buffer as gather } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

const key = 'a passphrase for tests'
/** The real cost is for those who guess. */
const quick = 10

/** The format itself is age's, and its library's to test. */
describe('encryption', async () => {
  const chunk = 65_536
  const plain = Buffer.from(Array.from({ length: 3 * chunk + 100 }, (_, n) => (n * 7 + (n >> 8)) % 256))
  const seal = async (bytes: Buffer, passphrase = key, workFactor?: number) =>
    gather(await encrypt(inPieces(bytes, 50_000), passphrase, workFactor))
  const unseal = (bytes: Buffer, passphrase = key) => gather(decrypt(inPieces(bytes, 1_000), passphrase))
  const sealed = await seal(plain, key, quick)
  /** With the nonce; each encrypted chunk has a tag of 16 bytes. */
  const head = sealed.length - plain.length - 4 * 16
  const withByte = (at: number) =>
    Buffer.concat([sealed.subarray(0, at), Buffer.from([sealed[at] === 65 ? 66 : 65]), sealed.subarray(at + 1)])

  async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
  }

  test('makes a guess cost the least of OWASP, N = 2^17, and takes a passphrase however its letters are composed', async () => {
    const usual = await seal(plain.subarray(0, 9), 'Flügel über Wiesen'.normalize('NFD'))
    expect(usual.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 17\n/)
    expect(await unseal(usual, 'Flügel über Wiesen'.normalize('NFC'))).toEqual(plain.subarray(0, 9))
  })

  test.each([
    ['a changed salt', withByte(sealed.indexOf('scrypt ') + 9), /not the passphrase/],
    ['a changed byte in the middle', withByte(head + chunk + 25), /damaged or cut off, near its byte 65536/],
    ['a changed tag at the end', withByte(sealed.length - 1), /near its byte 196608/],
    ['no last chunk', sealed.subarray(0, head + 3 * (chunk + 16)), /cut off/],
  ])('refuses a file with %s', async (_, bytes, words) => {
    await expect(unseal(bytes)).rejects.toThrow(words)
  })
})
