import { StorageError } from '../db/storage-error.ts'

/** A backup that was not made, or that cannot be used. The message is for the owner; nothing half-made is left. */
export class BackupError extends StorageError {
  override name = 'BackupError'
}

/** Names what was being done, unless the error is in the owner's words already. */
export function backupError(doing: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error
  return new BackupError(`${doing}: ${error instanceof Error ? error.message : String(error)}`, error)
}
