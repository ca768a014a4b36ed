import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { enterFolder, leaveFolder } from '../../tests/support/content.ts'
import { readRedirects } from './redirects.ts'

function redirects(yaml: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-redirects-'))
  onTestFinished(() => {
    leaveFolder()
    rmSync(folder, { recursive: true })
  })
  mkdirSync(join(folder, 'content'))
  writeFileSync(join(folder, 'content/redirects.yaml'), yaml)
  enterFolder(folder)
  return readRedirects()
}

test('a former address that led to another former address leads straight to the end', () => {
  expect(redirects('/a: /b\n/b: /#pricing\n/c: https://example.org/x\n')).toEqual({
    '/a': '/#pricing',
    '/b': '/#pricing',
    '/c': 'https://example.org/x',
  })
  expect(redirects('# none\n')).toEqual({})
})

test('a loop stops the build', () => {
  expect(() => redirects('/a: /b\n/b: /c\n/c: /b\n')).toThrow(/leads back to/)
  expect(() => redirects('/a: /a\n')).toThrow(/leads back to/)
  expect(() => redirects('/a: /a#top\n')).toThrow(/leads back to/)
  expect(() => redirects('/a: /b?x=1\n/b: /a\n')).toThrow(/leads back to/)
})

test('addresses are kept as browsers ask for them, and as a header can hold them', () => {
  expect(redirects('/für: /terms#über\n/a%20b: https://münchen.example/日本\n')).toEqual({
    '/f%C3%BCr': '/terms#%C3%BCber',
    '/a%20b': 'https://xn--mnchen-3ya.example/%E6%97%A5%E6%9C%AC',
  })
})

test('what is no path or no address stops the build', () => {
  expect(() => redirects('a: /b\n')).toThrow(/redirects\.yaml/)
  expect(() => redirects('/a/: /b\n')).toThrow(/\/a\/: must be a path without a slash/)
  expect(() => redirects('//a: /b\n')).toThrow(/must be a path/)
  expect(() => redirects('/a: /\\example.org\n')).toThrow(/must start with/)
  expect(() => redirects('/a: https://exa[mple\n')).toThrow(/is no address/)
  expect(() => redirects('/a: javascript:alert(1)\n')).toThrow(/must start with \/ or https/)
  expect(() => redirects('/a: //example.org\n')).toThrow(/must start with \/ or https/)
})
