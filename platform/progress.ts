/** Progress of long work, in rows, lines, emails, or bytes. */
export type Progress = { doing: string; done: number; all: number }

/** For whoever waits for it: what ends it early, and how far it is. */
export type Watch = { signal?: AbortSignal | undefined; onProgress?: ((progress: Progress) => void) | undefined }
