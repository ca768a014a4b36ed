import { Decrypter, Encrypter } from 'age-encryption'
import { BackupError } from './backup-file.ts'
import type { Bytes } from './file-bytes.ts'

export const ageBeginning = Buffer.from('age-encryption.org/v1\n')

/** 128 MiB for each guess at a passphrase: the least of OWASP's Password Storage Cheat Sheet, with r = 8, p = 1. */
const usualWorkFactor = 17

export async function encrypt(plain: Bytes, passphrase: string, workFactor = usualWorkFactor): Promise<Bytes> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase.normalize('NFC'))
  encrypter.setScryptWorkFactor(workFactor)
  return await encrypter.encrypt(streamOf(plain))
}

/** Each piece is genuine; the file is whole only when the generator ends. @throws BackupError */
export async function* decrypt(encrypted: Bytes, passphrase: string): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase.normalize('NFC'))
  let opened = 0
  try {
    for await (const piece of await decrypter.decrypt(streamOf(encrypted))) {
      yield piece
      opened += piece.length
    }
  } catch (error) {
    if (!(error instanceof Error) || 'code' in error) throw error
    if (error.message.includes('no identity matched')) {
      throw new BackupError('BACKUP_KEY is not the passphrase that this backup was encrypted with.', error)
    }
    throw new BackupError(`The backup is damaged or cut off, near its byte ${opened}.`, error)
  }
}

function streamOf(bytes: Bytes): ReadableStream<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const next = await pieces.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: async () => void (await pieces.return?.()),
  })
}
