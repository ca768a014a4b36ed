import { open, rm } from 'node:fs/promises'
import { BackupError, backupError } from './backup-error.ts'
import { type BackupMark, checkCopy } from './check-copy.ts'
import { ageBeginning, decrypt } from './encryption.ts'
import { type Bytes, createFile, readBytes, writeBytes } from './file-bytes.ts'

const sqliteBeginning = Buffer.from('SQLite format 3\0')

/**
 * Writes a backup's content to a new file, decrypted where it is encrypted, and checks all of it.
 * @throws BackupError in a sentence; then the new file is gone again
 */
export async function openBackup(
  file: string,
  { to, key, signal }: { to: string; key: string | undefined; signal?: AbortSignal | undefined },
): Promise<BackupMark & { isEncrypted: boolean }> {
  try {
    const { bytes, isEncrypted } = await readBackup(file, key, signal)
    const handle = await createFile(to)
    if (handle === undefined) throw new BackupError(`${to} is there already.`)
    await writeBytes(handle, bytes)
    return { ...checkCopy(to), isEncrypted }
  } catch (error) {
    await rm(to, { force: true })
    throw backupError(`${file} cannot be read`, error)
  }
}

async function readBackup(file: string, key: string | undefined, signal?: AbortSignal) {
  const head = await readHead(file, ageBeginning.length)
  const bytes: Bytes = readBytes(file, signal)
  if (head.subarray(0, sqliteBeginning.length).equals(sqliteBeginning)) return { bytes, isEncrypted: false }
  if (!head.equals(ageBeginning)) throw new BackupError(`${file} is no backup.`)
  if (key === undefined) throw new BackupError(`${file} is encrypted: set BACKUP_KEY to the passphrase of that time.`)
  return { bytes: decrypt(bytes, key), isEncrypted: true }
}

/** Fewer bytes where the file is shorter. */
async function readHead(file: string, bytes: number): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
