import { execFileSync } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { enterFolder, leaveFolder, sampleFolder } from '../../tests/support/content.ts'
import { readDrawings } from '../content/drawings.ts'
import { contentPath } from '../content/read-content.ts'
import { siteContent } from '../content/site-content.ts'
import { readTheme } from '../content/theme.ts'
import { lastChange } from '../pages/_site/listed-pages.tsx'
import { builtContent } from './bundle-server.ts'
import { readEverything } from './check-content.ts'
import { prepareAnswer } from './prepare-answer.ts'
import { iconIco } from './theme/icons.ts'
import { typefaceFiles } from './theme/typeface-files.ts'
import { watchContent } from './watch-content.ts'

test('what a build keeps of the content is what would be read, without the answers', async () => {
  const { answers: _, ...agent } = siteContent().agent
  const source = builtContent(siteContent).load('/anywhere/src/content/site-content.ts') ?? ''
  const { siteContent: built } = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  expect(built()).toEqual({ ...siteContent(), agent })
})

/** What others are read with: where one of these is wrong, what names it waits. */
const first = ['offers.yaml', 'studio.yaml', 'words.yaml', 'theme.yaml', 'home/page.yaml']
const isFirst = (file: string) => first.includes(file) || file.startsWith('agent/examples/')

function problemsOf(read: () => void): string {
  try {
    read()
  } catch (error) {
    return String(error)
  }
  return ''
}

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
    all.filter((file) => file.startsWith('home/') === is && !isFirst(file)),
  )
  for (const files of [
    others ?? [],
    home ?? [],
    ...first.map((file) => [file]),
    all.filter((file) => file.startsWith('agent/examples/')),
  ]) {
    begin()
    for (const file of files) writeFileSync(join('content', file), '---\nname: [\n---\n')
    const problems = problemsOf(readEverything)
    for (const file of files) expect(problems).toContain(`content/${file}:`)
  }
})

function prepare(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'answer-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'a.txt'), text)
  return { folder, answer: prepareAnswer('a.txt', { folder, site: 'https://site.example', policies: new Map() }) }
}

test('what is compressed is the same again', async () => {
  const text = 'a text, a text, and the same text '.repeat(50)
  const { folder, answer } = prepare(text)
  expect((await answer).file.encodings).toEqual(['br', 'gzip'])
  expect(brotliDecompressSync(readFileSync(join(folder, 'a.txt.br'))).toString()).toBe(text)
  expect(gunzipSync(readFileSync(join(folder, 'a.txt.gz'))).toString()).toBe(text)
})

/** What `npm run dev` tells whom when its watcher has seen a file; a real one runs in tests/build.long.test.ts. */
async function toldOf(event: string, file: string): Promise<unknown[]> {
  const told: unknown[] = []
  const hears = (who: string) => ({ hot: { send: (what: unknown) => told.push([who, what]) } })
  const watcher = Object.assign(new EventEmitter(), { add: () => {} })
  const environments = { client: hears('browser'), ssr: hears('pages') }
  const setUp: unknown = watchContent().hooks['astro:server:setup']
  if (typeof setUp !== 'function') throw new Error('nothing is set up')
  await setUp({ server: { config: { root: '/site' }, watcher, environments } })
  watcher.emit('all', event, file)
  return told
}

test.each([
  ['change', 'sample/home/hero.yaml'],
  ['change', '/site/sample/home/hero.yaml'],
  ['add', 'sample/articles/new/index.md'],
  ['unlink', '/site/sample/articles/old/kite.svg'],
])('%s of %s asks for the pages anew, then reloads the browser', async (event, file) => {
  const reload = { type: 'full-reload', path: '*' }
  expect(await toldOf(event, file)).toEqual([
    ['pages', 'astro:content-changed'],
    ['browser', reload],
  ])
})

const [theme, drawings] = [readTheme(), readDrawings()]

test('the icon for old programs is an ICO file around one picture', async () => {
  const icon = Buffer.from(await iconIco(theme, drawings))
  expect([...icon.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  const [length, at] = [icon.readUInt32LE(14), icon.readUInt32LE(18)]
  const { format, width } = await sharp(icon.subarray(at, at + length)).metadata()
  expect({ format, width, end: at + length }).toEqual({ format: 'png', width: 32, end: icon.length })
})

test('letters that the first subset lacks come from the one that has them; signs come from the reader’s own fonts', () => {
  const { lettersBeyond } = typefaceFiles({ package: '@fontsource-variable/newsreader', weight: 400 })
  expect(lettersBeyond('Zażółć gęślą jaźń, łąka: 10 zł')).toEqual([{ subset: 'latin-ext', letters: 'ąćęłńśźż' }])
  expect(lettersBeyond('São João, Grüße, ₹10,000, 汉字')).toEqual([])
})

describe('the day of the last change', () => {
  const today = new Date('2026-11-20T09:30:00Z')

  /** A repository whose content/a.yaml and content/b.yaml were committed on two days. */
  function repository() {
    const root = folder()
    const git = (day: string, ...args: string[]) => {
      const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false']
      const env = { ...process.env, GIT_AUTHOR_DATE: `${day}T12:00:00Z`, GIT_COMMITTER_DATE: `${day}T12:00:00Z` }
      execFileSync('git', [...author, ...args], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
    }
    const write = (file: string, text: string) => writeFileSync(join(root, contentPath(file)), text)
    git('2026-01-01', 'init', '-q')
    mkdirSync(join(root, contentPath()))
    for (const [file, day] of [
      ['a.yaml', '2026-01-05'],
      ['b.yaml', '2026-03-09'],
    ] as const) {
      write(file, file)
      git(day, 'add', '.')
      git(day, 'commit', '-q', '-m', file)
    }
    return { root, write }
  }

  function folder(): string {
    const path = mkdtempSync(join(tmpdir(), 'change-'))
    onTestFinished(() => rmSync(path, { recursive: true }))
    return path
  }

  test('is the day of the last commit that touched one of the files', () => {
    const { root } = repository()
    expect(lastChange(['a.yaml'], today, root)).toBe('2026-01-05')
    expect(lastChange(['a.yaml', 'b.yaml'], today, root)).toBe('2026-03-09')
  })

  test('is today for what is not committed yet, and for that alone', () => {
    const { root, write } = repository()
    write('a.yaml', 'other words')
    write('new.yaml', 'new words')
    expect(lastChange(['a.yaml'], today, root)).toBe('2026-11-20')
    expect(lastChange(['new.yaml'], today, root)).toBe('2026-11-20')
    expect(lastChange(['b.yaml'], today, root)).toBe('2026-03-09')
  })

  test('is unknown without a history, or with one that was cut short', () => {
    expect(lastChange(['a.yaml'], today, folder())).toBeUndefined()
    const cut = folder()
    execFileSync('git', ['clone', '-q', '--depth', '1', `file://${repository().root}`, cut], { stdio: 'ignore' })
    expect(lastChange(['a.yaml'], today, cut)).toBeUndefined()
  })
})
