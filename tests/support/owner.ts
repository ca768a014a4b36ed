import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { compileCache } from './run-studio.ts'

type ExportedLead = Record<string, string> & { name: string }

/** What the owner's own command tells of a running site. */
export function leadsOf(variables: Record<string, string>): ExportedLead[] {
  const args = ['cli/main.ts', 'leads', 'export', '--format', 'json']
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...variables },
  })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

/** The mails that a site without a mail server has written. */
export async function mailsIn(dataDir: string): Promise<Email[]> {
  const folder = join(dataDir, 'mail')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => file.endsWith('.eml'))
  return Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))))
}
