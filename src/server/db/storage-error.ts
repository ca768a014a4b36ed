/** Nothing was written, or it is unknown whether it was: the database is full, locked, away or read-only. `cause` says which. */
export class StorageError extends Error {
  override name = 'StorageError'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}

/**
 * Thrown inside a write to take its changes back for a reason of its own, a limit for example. `write` hands it on as it
 * is; every other error becomes a StorageError.
 */
export abstract class Undone extends Error {}
