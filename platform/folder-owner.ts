import { lchownSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * As root, gives a file or folder to the owner of its parent folder. With systemd, owners run commands as root, but the
 * site runs as its own user and couldn't open root's files.
 */
export function giveToFolderOwner(path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  lchownSync(path, uid, gid)
}

/** Creates a private folder with the same owner as its parent folder. @returns whether it's new */
export async function createFolder(path: string): Promise<boolean> {
  const isNew = (await mkdir(path, { recursive: true, mode: 0o700 })) !== undefined
  if (isNew) giveToFolderOwner(path)
  return isNew
}
