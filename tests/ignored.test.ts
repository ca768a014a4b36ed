import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'

/** What settings, keys, the site and the owner's commands make, where someone lets them make it in this folder. */
const secret = [
  '.env',
  '.env.production',
  'dkim.pem',
  'deploy/tls.key',
  'data/kitewright.sqlite',
  'data/mail/1.eml',
  'restored/kitewright.sqlite-wal',
  'kitewright.sqlite',
  'backups/kitewright-20261120T172431Z.sqlite',
  'kitewright-20261120T172431Z.sqlite.age',
]

test('git leaves settings, keys, data and copies of it alone, and .env.example not', () => {
  const { stdout } = spawnSync('git', ['check-ignore', ...secret, '.env.example'], { encoding: 'utf8' })
  expect(stdout.trim().split('\n')).toEqual(secret)
})

test('the image gets none of them, but everything else that git knows', () => {
  const lines = readFileSync('.dockerignore', 'utf8').split('\n')
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#'))
  // Docker's rule: the last line that matches a file, or a folder above it, decides.
  const isIgnored = (file: string) => {
    const parts = file.split('/')
    const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
    const last = patterns.findLast((line) => paths.some((path) => matchesGlob(path, line.replace(/^!/, ''))))
    return last !== undefined && !last.startsWith('!')
  }
  expect(secret.filter((file) => !isIgnored(file))).toEqual([])
  const known = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')
  expect(known.filter(isIgnored)).toEqual([])
})

test('what the pages for owners make of people’s data and keys, it makes outside of this folder', () => {
  const readme = readFileSync('README.md', 'utf8') + readFileSync('docs/desk.md', 'utf8')
  const made = [...readme.matchAll(/(?: > | -out |\$ studio restore \S+ )([^\s`]+)/g)].map(([, file = '']) => file)
  expect(made.length).toBeGreaterThan(1)
  expect(made.filter((file) => !/^[~/]/.test(file))).toEqual([])
})

test('the image runs the Node.js of package.json', () => {
  const { node } = JSON.parse(readFileSync('package.json', 'utf8')).dependencies
  const images = [...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
  expect(images).toEqual([`node:${node}-slim`, `node:${node}-slim`])
})
