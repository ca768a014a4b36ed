import {
  createCipheriv,
  createDecipheriv,
  type DecipherGCM,
  randomBytes,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { BackupError } from './backup-error.ts'
import { inChunks, splitOff } from './chunks.ts'
import type { Bytes } from './file-bytes.ts'

/**
 * A sealed backup: a header, then the file in chunks of 64 KiB, each encrypted and authenticated by AES-256-GCM. The STREAM
 * construction (Hoang, Reyhanitabar, Rogaway, Vizár: Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance,
 * CRYPTO 2015) puts each chunk's number and whether it is the last into its nonce, so that a chunk that was changed,
 * moved, doubled or left out is found, and a cut end too.
 *
 *   magic 16 · version 1 · log2 of scrypt's N 1 · salt 16 · key check 16 · nonce prefix 7 · chunks, each with its tag of 16
 *
 * The whole header is authenticated with every chunk. The key check tells a wrong passphrase from a damaged file.
 */
export const sealMagic = Buffer.from('KITEWRIGHT SEAL\n')
const version = 1
/** 128 MiB and some 300 ms for each guess at a passphrase: the least of OWASP's Password Storage Cheat Sheet, with r = 8, p = 1. */
const usualCostLog2 = 17
/** A header is a stranger's word until it is authenticated, which costs this work. */
const highestCostLog2 = 18
const prefixBytes = 7
const tagBytes = 16
const checkBytes = 16
const saltBytes = 16
const headerBytes = sealMagic.length + 2 + saltBytes + checkBytes + prefixBytes
const chunkBytes = 65_536

/** @param costLog2 written into the header, so that later versions may ask for more */
export async function* seal(plain: Bytes, passphrase: string, costLog2 = usualCostLog2): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const prefix = randomBytes(prefixBytes)
  const { key, check } = await deriveKey(passphrase, salt, costLog2)
  const header = Buffer.concat([sealMagic, Buffer.from([version, costLog2]), salt, check, prefix])
  yield header
  for await (const { chunk, number, isLast } of inChunks(plain, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce(prefix, number, isLast))
    cipher.setAAD(header)
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

/**
 * What it yields is genuine, chunk by chunk; it is the whole file only when the generator ends.
 * @throws BackupError in one sentence
 */
export async function* unseal(sealed: Bytes, passphrase: string): AsyncGenerator<Buffer> {
  const pieces = sealed[Symbol.asyncIterator]()
  try {
    const { head: header, rest } = await splitOff(pieces, headerBytes)
    const { salt, check, prefix, cost } = readHeader(header)
    const derived = await deriveKey(passphrase, salt, cost)
    if (!timingSafeEqual(derived.check, check)) {
      throw new BackupError('BACKUP_KEY is not the passphrase that this backup was sealed with.')
    }
    for await (const { chunk, number, isLast } of inChunks(rest, chunkBytes + tagBytes)) {
      const decipher = createDecipheriv('aes-256-gcm', derived.key, nonce(prefix, number, isLast))
      decipher.setAAD(header)
      yield open(decipher, chunk, number)
    }
  } finally {
    await pieces.return?.()
  }
}

function open(decipher: DecipherGCM, chunk: Buffer, number: number): Buffer {
  try {
    if (chunk.length < tagBytes) throw new Error('no tag')
    decipher.setAuthTag(chunk.subarray(-tagBytes))
    return Buffer.concat([decipher.update(chunk.subarray(0, -tagBytes)), decipher.final()])
  } catch (error) {
    throw new BackupError(`The backup is damaged or cut off, near its byte ${number * chunkBytes}.`, error)
  }
}

function readHeader(header: Buffer) {
  if (header.length < headerBytes) throw new BackupError('The backup is cut off within its first bytes.')
  const [madeBy = 0, cost = 0] = header.subarray(sealMagic.length)
  if (!header.subarray(0, sealMagic.length).equals(sealMagic)) throw new BackupError('The file is no sealed backup.')
  if (madeBy !== version) throw new BackupError('The backup was sealed by a newer version of this program.')
  if (cost < 10 || cost > highestCostLog2) throw new BackupError('The backup is damaged in its first bytes.')
  const parts = header.subarray(sealMagic.length + 2)
  return {
    cost,
    salt: parts.subarray(0, saltBytes),
    check: parts.subarray(saltBytes, saltBytes + checkBytes),
    prefix: parts.subarray(saltBytes + checkBytes),
  }
}

/** 12 bytes: the file's prefix, the chunk's number, and 1 for the last one. A file never has 2^32 chunks: 256 TiB. */
function nonce(prefix: Buffer, number: number, isLast: boolean): Buffer {
  const end = Buffer.alloc(5)
  end.writeUInt32BE(number)
  end[4] = isLast ? 1 : 0
  return Buffer.concat([prefix, end])
}

async function deriveKey(passphrase: string, salt: Buffer, cost: number): Promise<{ key: Buffer; check: Buffer }> {
  const options: ScryptOptions = { N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** cost * 8 * 256 }
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32 + checkBytes, options, (error, derived) => {
      if (error === null) resolve(derived)
      else reject(error)
    })
  })
  return { key: bytes.subarray(0, 32), check: bytes.subarray(32) }
}
