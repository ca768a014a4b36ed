import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test.each([
  ['subscribers', 'newsletter.repository.ts'],
  ['suppressions', 'newsletter.repository.ts'],
  ['waiting_mails', 'newsletter.repository.ts'],
  ['issue_mails', 'issue/issue-mail.repository.ts'],
])('the table %s is written by %s alone', (table, repository) => {
  const statement = String.raw`(insertInto|updateTable|deleteFrom)\('${table}'\)`
  const found = execFileSync('git', ['grep', '--untracked', '-lE', statement, '--', 'src/*.ts', 'cli/*.ts'], {
    encoding: 'utf8',
  })
  const writers = found
    .trim()
    .split('\n')
    .filter((file) => !file.endsWith('.test.ts'))
  expect(writers).toEqual([`src/features/newsletter/${repository}`])
})
