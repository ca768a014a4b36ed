import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkSite } from './check-site.ts'

function builtFor(siteUrl: string): string {
  const dist = mkdtempSync(join(tmpdir(), 'built-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  writeFileSync(join(dist, 'static.json'), JSON.stringify({ siteUrl, files: [], redirects: {} }))
  return dist
}

test('pages that name another address than SITE_URL are wrong', () => {
  const built = builtFor('http://localhost:4321')
  expect(checkSite('https://lumen.example', built)).toMatchObject([
    { state: 'wrong', text: expect.stringContaining('built for http://localhost:4321, and SITE_URL is https://lumen') },
  ])
  expect(checkSite('https://lumen.example', builtFor('https://lumen.example'))).toMatchObject([{ state: 'ok' }])
})

test('a site that is not built yet, not encrypted or not public is told so', () => {
  expect(checkSite('https://lumen.example', '/nowhere')).toMatchObject([{ state: 'ok' }])
  expect(checkSite('http://lumen.example', '/nowhere')).toMatchObject([{ state: 'note' }])
  expect(checkSite('http://localhost:4321', '/nowhere')).toMatchObject([{ state: 'note' }])
})
