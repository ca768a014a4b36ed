import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backupTime } from './backup-file.ts'

/** The newest first. @throws Error of the file system, where the folder can't be read */
export async function listBackups(folder: string) {
  const backups = (await readdir(folder)).flatMap((name) => {
    const at = backupTime(name)
    return at === undefined ? [] : [{ name, file: join(folder, name), at, isEncrypted: name.endsWith('.age') }]
  })
  return await Promise.all(
    backups
      .toSorted((a, b) => b.at - a.at)
      .map(async (found) => ({ ...found, bytes: await stat(found.file).then(({ size }) => size) })),
  )
}
