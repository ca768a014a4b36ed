import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { packagesPage } from '../scripts/packages.mjs'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(
    (file) =>
      /\.(?:ts|tsx|astro|mjs|css|md)$/.test(file) &&
      !/^(?:content|sample|tests\/studios|cli\/begin\/content)\/|^bench\/minimal-blog/.test(file) &&
      existsSync(file),
  )

test('docs/packages.md says what the lockfile says', () => {
  expect(readFileSync('docs/packages.md', 'utf8')).toBe(packagesPage())
})

test('no comment and no page points to a file that is not there', () => {
  const path =
    /(?<![\w./-])(?:src|cli|tests|bench|scripts|migrations|docs|deploy)\/[\w./[\]-]*\.(?:tsx?|mjs|astro|css|md|yaml|conf|service)\b/g
  const standing = files.filter((file) => !/^\*\*Superseded\*\*/m.test(readFileSync(file, 'utf8')))
  const gone = standing.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(path)].flatMap(([named]) => (existsSync(named) ? [] : `${file}: ${named}`)),
  )
  expect(gone).toEqual([])
})

test('no link of a page in docs leads nowhere', () => {
  const pages = files.filter((file) => file.endsWith('.md'))
  const gone = pages.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8')
        .replaceAll(/^(`{3,}).*?^\1$/gms, '')
        .matchAll(/\]\((?!https?:|mailto:|#|\/)([^)#\s]+)/g),
    ].flatMap(([, to = '']) => (existsSync(posix.join(posix.dirname(file), to)) ? [] : `${file}: ${to}`)),
  )
  expect(gone).toEqual([])
})
