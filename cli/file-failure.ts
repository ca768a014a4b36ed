const reasons: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is no folder',
  EEXIST: 'a file is in its place',
  EACCES: 'it may not be used by this account',
  EPERM: 'it may not be used by this account',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
}

/** Why a file cannot be used, without the words of the operating system where there are plainer ones. */
export function fileFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? (error instanceof Error ? error.message : String(error))
}
