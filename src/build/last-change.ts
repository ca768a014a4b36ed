import { execFileSync } from 'node:child_process'
import { contentPath } from '../content/read-content.ts'
import { dayOf } from '../lib/text/time-text.ts'

/** Undefined where the history can't tell: search engines stop believing a site whose days are untrue. */
export function lastChange(files: readonly string[], now: Date, root = '.'): string | undefined {
  const paths = files.map(contentPath)
  const git = (...args: string[]) =>
    execFileSync('git', [...args, '--', ...paths], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    if (git('rev-parse', '--is-shallow-repository').startsWith('true')) return undefined
    if (git('status', '--porcelain') !== '') return dayOf(now)
    return git('log', '-1', '--format=%cs').trim() || undefined
  } catch {
    // No git, or no repository: an archive, or the inside of a container.
    return undefined
  }
}
