import { markdownPath } from '../../src/lib/net/site-files.ts'
import { expect, test } from '../support/site.ts'
import { readListed } from '../support/xml.ts'

test('security.txt keeps to RFC 9116', async ({ request }) => {
  const response = await request.get('/.well-known/security.txt')
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8')
  const lines = (await response.text()).trim().split('\n')
  const fields = new Map(lines.map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]))
  expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical'])
  expect(fields.get('Contact')).toMatch(/^mailto:[^@\s]+@\S+$/)
  expect(fields.get('Preferred-Languages')).toBe('en')
  expect(fields.get('Canonical')).toMatch(/^https?:\/\/[^/]+\/\.well-known\/security\.txt$/)
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(0)
  expect(days, 'less than a year, as 2.5.5 asks').toBeLessThan(365)
})

test('llms.txt has the form of llmstxt.org, prices in both currencies, and no dead link', async ({ request }) => {
  const text = await (await request.get('/llms.txt')).text()
  expect(text).toMatch(/^# \S.*\n\n> \S.*\n\n/)
  expect(text.match(/^# /gm)).toHaveLength(1)
  expect(text).not.toMatch(/^#{3,} |\{|undefined/m)
  const [facts = '', ...sections] = text.split(/^## .*$/m)
  expect(facts).toMatch(/[\d,]+ INR or \d+ USD/)
  for (const line of sections.flatMap((section) => section.trim().split('\n'))) {
    expect(line).toMatch(/^- \[.+\]\(https?:\/\/\S+\.md\): \S/)
  }
  for (const [, address = ''] of text.matchAll(/\]\((http[^)]*)\)/g)) {
    expect((await request.get(new URL(address).pathname)).status(), address).toBe(200)
  }
})

test('every listed page has its twin in Markdown: the same headings, the same numbers', async ({ request, page }) => {
  for (const { path } of await readListed(request, page)) {
    await page.goto(path)
    const twin = page.locator('link[rel=alternate][type="text/markdown"]')
    await expect(twin).toHaveAttribute('href', markdownPath(path))
    const response = await request.get(markdownPath(path))
    expect(response.status(), path).toBe(200)
    expect(response.headers()['content-type']).toBe('text/markdown; charset=utf-8')
    const markdown = (await response.text()).replaceAll('\\', '')
    expect(markdown).toContain(`# ${await page.locator('h1').innerText()}\n`)
    expect(markdown.replaceAll(/`[^`]*`/g, '')).not.toMatch(/\{[a-zA-Z][\w.-]*\}|undefined/)

    const shown = await page.evaluate(() => {
      const whole = document.querySelector('.prose') ?? document.querySelector('main')
      const texts = (selector: string) => [...(whole?.querySelectorAll(selector) ?? [])].map((each) => each.textContent)
      return { headings: texts('h2'), words: texts(':is(h2, h3, p, li, td, dd, blockquote)').join('\n') }
    })
    expect(shown.words.length, path).toBeGreaterThan(100)
    const has = (text: string) => markdown.includes(text.replaceAll(/\s+/g, ' ').trim())
    expect(shown.headings.filter((heading) => !has(heading))).toEqual([])
    const numbers = shown.words.match(/\d[\d,.]*\d|\d/g) ?? []
    expect(
      numbers.filter((number) => !has(number)),
      path,
    ).toEqual([])
  }
})

test('the manifest names icons of the sizes that they have, with a mask and without', async ({ request, page }) => {
  const manifest = await (await request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: expect.any(String), short_name: expect.any(String), start_url: '/' })
  const icons: { src: string; sizes: string; purpose: string }[] = manifest.icons
  expect(icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'maskable 192x192',
    'any 512x512',
    'maskable 512x512',
  ])
  await page.goto('/')
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (url) => {
      const picture = new Image()
      picture.src = url
      await picture.decode()
      return `${picture.naturalWidth}x${picture.naturalHeight}`
    }, src)
    expect(size).toBe(sizes)
  }
  expect((await request.get('/favicon.ico')).headers()['content-type']).toBe('image/x-icon')
})
