import { execFileSync } from 'node:child_process'
import { dayOf } from '../lib/text/day.ts'

/**
 * The day on which one of these files or folders below content/ was changed last: that of the last commit, or today where
 * a change is not committed yet. Where the history can't tell (no git, or a clone that was cut short) there is none:
 * search engines stop believing a site whose days are untrue.
 * @param root the folder that holds content/
 */
export function lastChange(files: readonly string[], now: Date, root = '.'): string | undefined {
  const paths = files.map((file) => `content/${file}`)
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
