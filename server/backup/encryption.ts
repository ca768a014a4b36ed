import { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { StorageError } from '../../platform/db/database.ts'

export type Bytes = AsyncIterable<Uint8Array>

export const ageHeader = 'age-encryption.org/v1\n'

/** log2(N) for scrypt: 128 MiB per guess (r = 8, p = 1), the minimum in OWASP's Password Storage Cheat Sheet. */
const workFactor = 17

export async function encrypt(plain: Bytes, passphrase: string): Promise<Bytes> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase.normalize('NFC'))
  encrypter.setScryptWorkFactor(workFactor)
  return await encrypter.encrypt(streamOf(plain))
}

/** Decrypts and yields authenticated chunks. Once the generator ends, the file is complete. @throws StorageError */
export async function* decrypt(encrypted: Bytes, passphrase: string | undefined): AsyncGenerator<Uint8Array> {
  if (passphrase === undefined) {
    throw new StorageError('The backup is encrypted. Set BACKUP_KEY to the passphrase it was encrypted with.')
  }
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase.normalize('NFC'))
  let decryptedBytes = 0
  try {
    for await (const chunk of await decrypter.decrypt(streamOf(encrypted))) {
      yield chunk
      decryptedBytes += chunk.length
    }
  } catch (error) {
    if (!(error instanceof Error) || 'code' in error) throw error
    if (error.message.includes('no identity matched')) {
      throw new StorageError('BACKUP_KEY isn’t the passphrase this backup was encrypted with.', error)
    }
    throw new StorageError(`The backup is damaged or truncated near byte ${decryptedBytes}.`, error)
  }
}

/** Casts to the DOM's type, which declares the same streams differently than Node.js. */
function streamOf(bytes: Bytes): ReadableStream<Uint8Array> {
  return NodeStream.from(bytes) as unknown as ReadableStream<Uint8Array>
}
