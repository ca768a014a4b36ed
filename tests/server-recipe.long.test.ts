import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { canMount, copyProject, onServer } from './support/project.ts'

test.skipIf(!canMount)('a site that is built on a server bears the address of the unit’s settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-recipe-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  copyProject(folder)
  const { build } = JSON.parse(readFileSync('package.json', 'utf8')).scripts
  const alone = build.replace('node scripts/setup.mjs && exec ', '')
  expect(alone).toMatch(/^scripts\/with-settings/)
  const built = onServer(`/srv/kitewright/${alone}`, 'SITE_URL=https://studio.example\n', folder)
  expect(built.status, built.stderr).toBe(0)
  expect(readFileSync(join(folder, 'dist/current/client/index.html'), 'utf8')).toContain(
    'href="https://studio.example/"',
  )
})
