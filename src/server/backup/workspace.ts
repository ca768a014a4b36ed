import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const prefix = 'backup-work-'
/** A backup at work touches its files all the time. Looked at in both directions, since clocks jump back as well. */
const abandonedMs = 15 * 60_000

/**
 * Lends a folder inside DATA_DIR, for its owner alone: what lies there unencrypted for a moment is beside the database
 * that it comes from, and not on the disk of the backups.
 */
export async function withWorkspace<T>(dataDir: string, use: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(dataDir, prefix))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes what backups have left behind that were killed. */
export async function removeWorkspaces(dataDir: string): Promise<void> {
  await removeAbandoned(dataDir, (name) => name.startsWith(prefix))
}

/** Deletes what has one of these names, and was last touched a quarter of an hour ago; folders with all that is in them. */
export async function removeAbandoned(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter(isOurs)
  for (const path of names.map((name) => join(folder, name))) {
    if (await isAbandoned(path)) await rm(path, { recursive: true, force: true })
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const inside = (await readdir(path).catch(() => [])).map((name) => join(path, name))
  const touched = await Promise.all(
    [path, ...inside].map((file) =>
      stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  )
  // The file system's clock is the machine's; the product's own clock has no say here.
  return Math.abs(Date.now() - Math.max(...touched)) > abandonedMs
}
