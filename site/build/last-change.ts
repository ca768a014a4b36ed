import { execFileSync } from 'node:child_process'
import { contentPath } from '../../platform/content/files/content-files.ts'
import { formatDay } from '../../platform/text/time-text.ts'

/**
 * The day of the last commit to files in content/, or today for uncommitted changes.
 * @returns undefined if Git doesn't know the day. A guess could be wrong, and search engines stop trusting wrong dates
 */
export function lastChange(files: readonly string[], now: Date, root = '.'): string | undefined {
  const paths = files.map(contentPath)
  const git = (...args: string[]) =>
    execFileSync('git', [...args, '--', ...paths], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    if (git('rev-parse', '--is-shallow-repository').startsWith('true')) return undefined
    if (git('status', '--porcelain') !== '') return formatDay(now)
    return git('log', '-1', '--format=%cs').trim() || undefined
  } catch {
    // Git or the repository is missing, as in an archive or a container.
    return undefined
  }
}
