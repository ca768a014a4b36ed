// `node scripts/run.mjs scripts/desk-pictures.mjs` makes the screenshots in README.md and docs/ from the desk's demo. With a
// folder, it captures all views at all widths, light and dark: `… FOLDER [FILTER …]`. Filters: view, width, `dark`.
import '../cli/jsx.ts'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { serve } from '@hono/node-server'
import sharp from 'sharp'
import { deskApp } from '../desk/server/desk-app.ts'
import { createSignIn } from '../desk/server/sign-in.ts'
import { readViewFiles } from '../desk/server/view-files.ts'
import { readStudio } from '../platform/content/studio.ts'
import { browserArguments, pathOfBrowser } from '../tests/support/browser.ts'

const timezoneId = 'Asia/Kolkata'
const now = Date.parse('2026-11-26T17:40:00+05:30')
process.env.TZ = timezoneId
/** Screen heights by width, in pixels. */
const screens = { 1920: 1080, 1440: 900, 1280: 800, 1024: 768, 820: 1180, 768: 1024, 390: 844, 360: 800 }
/** The desk's path for each screenshot. */
const paths = {
  today: '/today',
  inbox: '/inbox',
  'inbox-lead': '/inbox',
  calendar: '/calendar',
  people: '/people/dorothy%40call0.example',
  issues: '/issues/mvp-development-guide',
  'issues-issue': '/issues/mvp-development-guide',
  subscribers: '/subscribers',
  analytics: '/analytics',
  'analytics-bottom': '/analytics',
  training: '/training',
  outbox: '/outbox',
  backups: '/backups',
  setup: '/setup',
  more: '/today',
  palette: '/inbox',
  empty: '/today',
}
const inDocs = ['today', 'inbox', 'calendar', 'analytics']
const onPhones = ['inbox-lead', 'issues-issue', 'more']
/** Actions on the page before some of the screenshots. */
const steps = {
  'inbox-lead': (page) => page.locator('.row').first().click(),
  'analytics-bottom': (page) => page.mouse.move(800, 500).then(() => page.mouse.wheel(0, 9_999)),
  more: (page) => page.getByRole('button', { name: 'More' }).click(),
  palette: (page) => page.keyboard.press('Control+k').then(() => page.keyboard.type('jo')),
}

// Resolve paths now: the demo changes the working directory.
const executablePath = pathOfBrowser('browser')
const docsFolder = resolve('docs')
const [folder, ...filters] = process.argv.slice(2)
const to = resolve(folder ?? docsFolder)
const all = Object.keys(paths).flatMap((name) =>
  Object.keys(screens).flatMap((width) => ['light', 'dark'].map((scheme) => ({ name, width, scheme }))),
)
const wanted = all.filter(({ name, width, scheme }) => {
  if (folder === undefined) return inDocs.includes(name) && width === '1440' && scheme === 'light'
  const isShown = Number(width) < 768 || !onPhones.includes(name)
  return isShown && filters.every((filter) => [...name.split('-'), name, width, scheme].includes(filter))
})

mkdirSync(to, { recursive: true })
const { openDemo } = await import('../cli/demo/open-demo.ts')
// Import it late: it's a devDependency, which `npm start` doesn't install.
const { chromium } = await import('@playwright/test')
const browser = await chromium.launch({ executablePath, args: browserArguments })
for (const studio of ['busy', 'new']) {
  const pictures = wanted.filter(({ name }) => (name === 'empty') === (studio === 'new'))
  if (pictures.length > 0) await takePictures(studio, pictures)
}
await browser.close()

async function takePictures(studio, pictures) {
  const demo = await openDemo({ studio, now: () => now })
  const signIn = createSignIn()
  const page = { name: readStudio().name, zone: timezoneId, siteUrl: demo.environment.siteUrl }
  const app = deskApp({ desk: demo, signIn, files: await readViewFiles(page), onUse: () => {} })
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  for (const picture of pictures) await takePicture(picture, `http://127.0.0.1:${server.address().port}`, signIn)
  server.close()
  server.closeAllConnections()
  await demo.close()
}

async function takePicture({ name, width, scheme }, origin, signIn) {
  const viewport = { width: Number(width), height: screens[width] }
  const phone = viewport.width < 768 && { deviceScaleFactor: 2, hasTouch: true }
  const context = await browser.newContext({ viewport, colorScheme: scheme, timezoneId, locale: 'en-US', ...phone })
  const page = await context.newPage()
  await page.clock.setFixedTime(now)
  await page.goto(`${origin}${paths[name]}#${signIn.makeKey()}`, { waitUntil: 'networkidle' })
  await steps[name]?.(page)
  // Wait for charts and email frames, which appear after a view's text.
  await page.waitForTimeout(500)
  const file = join(to, folder === undefined ? `desk-${name}.png` : `${name}-${width}-${scheme}.png`)
  // A color palette halves the file's size.
  await sharp(await page.screenshot())
    .png({ palette: folder === undefined })
    .toFile(file)
  process.stderr.write(`${file}\n`)
  await context.close()
}
