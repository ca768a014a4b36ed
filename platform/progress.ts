/** Progress of long work, in rows, lines, emails, or bytes. */
export type Progress = { doing: string; done: number; all: number }

/** Lets the caller of long work stop it and follow its progress. */
export type Watch = { signal?: AbortSignal | undefined; onProgress?: ((progress: Progress) => void) | undefined }
