import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readDrawings } from '../../platform/content/drawings.ts'
import { contentPath } from '../../platform/content/files/content-files.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { readTheme } from '../../platform/content/theme.ts'
import { deskPort } from '../../platform/environment.ts'
import { enterFolder, leaveFolder, sampleFolder } from '../../tests/support/content.ts'
import { temporaryFolder } from '../../tests/support/databases.ts'
import { deadLinks, pageLinks } from './dead-links.ts'
import { devServer } from './dev-server.ts'
import { lastChange } from './last-change.ts'
import { builtContent } from './own-server.ts'
import { iconIco } from './theme/icons.ts'
import type { SocialPreview } from './theme/social-preview-svg.ts'
import { renderSocialPreview } from './theme/social-previews.ts'
import { loadTextOutliner } from './theme/text-outlines.ts'
import { typefaceFiles } from './theme/typeface-files.ts'
import { readAllContent } from './validate-content.ts'
import { writeServerFiles } from './write-server-files.ts'

test('a build contains the content as it is read, without the answers', async () => {
  const { answers: _, ...chat } = siteContent().chat
  const source = builtContent().load('/anywhere/platform/content/site-content.ts') ?? ''
  const { siteContent: built, studioZone } = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  expect([built(), studioZone()]).toEqual([{ ...siteContent(), chat }, 'Asia/Kolkata'])
})

/** Files that other files refer to. While one of these has an error, the files that refer to it aren't checked. */
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

test('an error in any file of content/ stops the build, which names the file', () => {
  const folder = temporaryFolder()
  onTestFinished(() => {
    leaveFolder()
    vi.unstubAllEnvs()
  })
  // In development, content isn't cached.
  vi.stubEnv('DEV', true)
  const begin = () => cpSync(sampleFolder, join(folder, 'content'), { recursive: true })
  begin()
  enterFolder(folder)
  const all = globSync('**/*.{yaml,md}', { cwd: 'content' })
  const below = (place: string) => all.filter((file) => file.startsWith(place))
  const [home, others] = [below('home/'), all.filter((file) => !file.startsWith('home/'))]
  const later = [others, home].map((files) => files.filter((file) => !isFirst(file)))
  for (const files of [...later, ...first.map((file) => [file]), below('agent/examples/')]) {
    begin()
    for (const file of files) writeFileSync(join('content', file), '---\nname: [\n---\n')
    const problems = problemsOf(readAllContent)
    for (const file of files) expect(problems).toContain(`content/${file}:`)
  }
})

test('a chat that can’t be trained stops the build, which names the file and the fix, or the cause if it’s unknown', async () => {
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`)
  })
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => {
    leaveFolder()
    vi.restoreAllMocks()
  })
  enterFolder(temporaryFolder())
  cpSync(sampleFolder, 'content', { recursive: true })
  const train = async () => {
    write.mockClear()
    const { hooks } = writeServerFiles('https://site.example')
    const [start, end]: unknown[] = [hooks['astro:config:setup'], hooks['astro:build:done']]
    if (typeof start !== 'function' || typeof end !== 'function') throw new Error('there is nothing to run')
    start({ command: 'build' })
    await expect(end({ dir: new URL('.', import.meta.url) })).rejects.toThrow('exit 1')
    return write.mock.calls.join('')
  }
  const reason = "ENOENT: no such file or directory, open 'server/chat/understand/model.ts'"
  const fix = 'Delete node_modules/.cache/kitewright, free disk space if needed, and build again.'
  expect(await train()).toBe(`Couldn’t train the chat: ${reason}\n${fix}\n`)
  mkdirSync('server/chat/understand/model.ts', { recursive: true })
  expect(await train()).toMatch(/^Couldn’t train the chat: Error: EISDIR.*\n {4}at .*train\.ts/s)
})

test('npm run dev uses another port if its own is taken, but not the desk’s, and reports it', async () => {
  const taken = createServer().listen(deskPort - 1, '127.0.0.1')
  await once(taken, 'listening').catch(() => {}) // a running site already uses the port, which also works
  onTestFinished(() => void taken.close())
  const setUp: unknown = devServer(async () => {}, '').hooks['astro:config:setup']
  if (typeof setUp !== 'function') throw new Error('nothing is set up')
  const [updateConfig, warn] = [vi.fn(), vi.fn()]
  const config = { server: { port: deskPort - 1, host: '127.0.0.1' } }
  await setUp({ command: 'dev', config, updateConfig, logger: { warn } })
  const { port } = updateConfig.mock.calls[0]?.[0].server ?? {}
  expect(port).toBeGreaterThan(deskPort)
  expect(warn.mock.calls).toEqual([[`Port ${deskPort - 1} is taken, so the site is on port ${port}.`]])
})

const [theme, drawings] = [readTheme(), readDrawings()]

test('the icon for old programs is an ICO file around one picture', async () => {
  const icon = Buffer.from(await iconIco(theme, drawings))
  expect([...icon.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  const [length, at] = [icon.readUInt32LE(14), icon.readUInt32LE(18)]
  const { format, width } = await sharp(icon.subarray(at, at + length)).metadata()
  expect({ format, width, end: at + length }).toEqual({ format: 'png', width: 32, end: icon.length })
})

test('letters that the first subset lacks come from another subset; symbols come from system fonts', () => {
  const { lettersBeyond } = typefaceFiles({ package: '@fontsource-variable/newsreader', weight: 400 })
  expect(lettersBeyond('Zażółć gęślą jaźń, łąka: 10 zł')).toEqual([{ subset: 'latin-ext', letters: 'ąćęłńśźż' }])
  expect(lettersBeyond('São João, Grüße, ₹10,000, 汉字')).toEqual([])
})

describe('the day of the last change', () => {
  const today = new Date('2026-11-20T09:30:00Z')

  /** A repository whose content/a.yaml and content/b.yaml were committed on two days. */
  function repository() {
    const root = temporaryFolder()
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

  test('is the day of the last commit to one of the files, or today for uncommitted changes', () => {
    const { root, write } = repository()
    expect(lastChange(['a.yaml'], today, root)).toBe('2026-01-05')
    expect(lastChange(['a.yaml', 'b.yaml'], today, root)).toBe('2026-03-09')
    write('a.yaml', 'other words')
    write('new.yaml', 'new words')
    expect(lastChange(['a.yaml'], today, root)).toBe('2026-11-20')
    expect(lastChange(['new.yaml'], today, root)).toBe('2026-11-20')
    expect(lastChange(['b.yaml'], today, root)).toBe('2026-03-09')
  })

  test('is unknown without a history, or with a shallow one', () => {
    expect(lastChange(['a.yaml'], today, temporaryFolder())).toBeUndefined()
    const cut = temporaryFolder()
    execFileSync('git', ['clone', '-q', '--depth', '1', `file://${repository().root}`, cut], { stdio: 'ignore' })
    expect(lastChange(['a.yaml'], today, cut)).toBeUndefined()
  })
})

describe('a link', () => {
  const site = 'https://studio.example'
  const home = '<h2 id="pricing">Price</h2><a href="/blog?a=1&amp;b=2">Blog</a><a href="#pricing">Price</a>'

  function dead(html: string): string[] {
    const pages = [pageLinks('/', home, site), pageLinks('/blog/a', html, site)]
    return deadLinks(pages, (path) => ['/blog', '/rss.xml'].includes(path))
  }

  test('to a page, an anchor, a file or another site is alive', () => {
    const alive = ['/', '/#pricing', '#a', '#', '/rss.xml', 'https://example.org/x', 'mailto:a@b.example']
    for (const href of [...alive, '//example.org/x', '../blog', '?q=a', ''])
      expect(dead(`<p id="a"></p><a href="${href}">1</a>`), href).toEqual([])
  })

  test('to an anchor in another script is alive in the browser’s encoding, and dead if it can’t be decoded', () => {
    expect(dead('<h2 id="größe">G</h2><a href="#gr%C3%B6%C3%9Fe">1</a>')).toEqual([])
    expect(dead('<a href="#%E0%A4%A">1</a>')).toHaveLength(1)
  })

  test('to a missing page, anchor or picture is reported with its page', () => {
    expect(
      dead('<a href="/nowhere">1</a><a href="/#price">2</a><img src="/no.svg"><a href="#b">3</a><a href="b">4</a>'),
    ).toEqual([
      '  /nowhere, linked from /blog/a',
      '  /#price, linked from /blog/a',
      '  /no.svg, linked from /blog/a',
      '  /blog/a#b, linked from /blog/a',
      '  /blog/b, linked from /blog/a',
    ])
  })

  test('is reported once per address, with file and line', () => {
    onTestFinished(leaveFolder)
    enterFolder(temporaryFolder())
    mkdirSync('content/articles', { recursive: true })
    writeFileSync('content/frame.yaml', 'legal:\n  - { text: Gone, to: /gone }\n  - { text: On, to: /gone/on }\n')
    writeFileSync('content/articles/a.md', '---\n---\nSee [it](/gone) and [that](#there).\n')
    // Another page can have the same anchor.
    writeFileSync('content/articles/c.md', 'See [that](#there).\n')
    const link = '<a href="/gone">Gone</a>'
    const pages = ['/', '/blog/a', '/blog/b'].map((path) => pageLinks(path, link, site))
    expect(deadLinks(pages, () => false)).toEqual([
      '  /gone, linked from / and 2 more (content/articles/a.md:3, content/frame.yaml:2)',
    ])
    expect(deadLinks([pageLinks('/blog/a', '<a href="#there">T</a>', site)], () => false)).toEqual([
      '  /blog/a#there, linked from /blog/a (content/articles/a.md:3)',
    ])
  })

  test('to a missing social preview image is reported', () => {
    const share = (url: string) => dead(`<meta property="og:image" content="${url}">`)
    expect(share(`${site}/blog/a/share.png`)).toEqual(['  /blog/a/share.png, linked from /blog/a'])
    expect(share(`${site}/rss.xml`)).toEqual([])
    expect(share('https://elsewhere.example/share.png')).toEqual([])
  })
})

describe('a social preview image', () => {
  const { mark, hero } = drawings
  const typeface = typefaceFiles(theme.typeface ?? expect.fail('the sample has a typeface'))

  async function draw(changes: Partial<SocialPreview>): Promise<Buffer> {
    const sample = { studioName: 'Kitewright', headline: 'A headline', subtitle: '8 min read', mark, drawing: hero }
    const image = { ...sample, ...changes }
    const characters = image.studioName + image.headline + image.subtitle
    return renderSocialPreview(image, theme, await loadTextOutliner(typeface, characters))
  }

  /** Counts the dark pixels in part of an image, to detect text. */
  async function inkIn(png: Buffer, left: number, top: number, width: number, height: number): Promise<number> {
    const pixels = await sharp(png).extract({ left, top, width, height }).greyscale().raw().toBuffer()
    return pixels.filter((grey) => grey < 64).length
  }

  const titles = [
    'Why',
    'Größe, ₹10,000, Żółć, Việt Nam & <b>, 😀 and then all of the 90 letters that a title may have',
    'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnungsentwurfsvorlagenprüfu',
  ]

  test.each(titles)('has the size that social networks expect, and room for “%s”', async (headline) => {
    const png = await draw({ headline })
    const { format, width, height } = await sharp(png).metadata()
    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
    expect(await inkIn(png, 72, 150, 600, 60)).toBeGreaterThan(400)
    expect(await inkIn(png, 0, 150, 66, 370)).toBe(0)
    expect(await inkIn(png, 714, 110, 20, 400)).toBe(0)
  })

  test('of a studio without drawings has room for longer lines', async () => {
    const headline = 'One headline that takes more than one line'
    const png = await draw({ mark: undefined, drawing: undefined, headline })
    expect(await inkIn(png, 740, 150, 300, 300)).toBeGreaterThan(400)
    // The background is exactly the page's color.
    const corner = sharp(png).extract({ left: 0, top: 0, width: 1, height: 1 })
    expect([...(await corner.removeAlpha().toColorspace('srgb').raw().toBuffer())]).toEqual([0xfb, 0xf8, 0xf2])
  })
})
