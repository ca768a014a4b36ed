import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { enterFolder, leaveFolder, sampleFolder } from '../../tests/support/content.ts'
import { readEverything } from './check-content.ts'

/** What others are read with: where one of these is wrong, what names it waits. */
const first = ['offers.yaml', 'studio.yaml', 'words.yaml', 'theme.yaml', 'home/page.yaml']

test('whichever file of content/ is broken, the build is stopped and names it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'broken-'))
  onTestFinished(() => {
    leaveFolder()
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  // Content is read anew each time.
  vi.stubEnv('DEV', true)
  const begin = () => cpSync(sampleFolder, join(folder, 'content'), { recursive: true })
  begin()
  enterFolder(folder)
  const all = globSync('**/*.{yaml,md}', { cwd: 'content' })
  const [home, others] = [true, false].map((is) =>
    all.filter((file) => file.startsWith('home/') === is && !first.includes(file)),
  )
  for (const files of [others ?? [], home ?? [], ...first.map((file) => [file])]) {
    begin()
    for (const file of files) writeFileSync(join('content', file), '---\nname: [\n---\n')
    for (const file of files) expect(readEverything).toThrow(`content/${file}:`)
  }
})
