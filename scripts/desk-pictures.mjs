// `node scripts/run.mjs scripts/desk-pictures.mjs` takes the pictures in README.md and docs/ from the desk's demo.
// With a folder, it takes every view in every size, in light and dark: `… FOLDER [WORD …]`. The words select by name,
// such as `today`, `390`, or `dark`.
import '../cli/jsx.ts'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { serve } from '@hono/node-server'
import sharp from 'sharp'
import { deskApp } from '../desk/server/desk-app.ts'
import { createDoor } from '../desk/server/door.ts'
import { readViewFiles } from '../desk/server/view-files.ts'
import { studioZone } from '../platform/content/site-content.ts'
import { readStudio } from '../platform/content/studio.ts'
import { browserArguments, pathOfBrowser } from '../tests/support/browser.ts'

const now = Date.parse('2026-11-26T17:40:00+05:30')
/** For fonts, charts, and frames with emails. */
const settleMs = 400
// Relative to the project, which the demo leaves.
const executablePath = pathOfBrowser('browser')
const docs = ['today', 'inbox', 'calendar', 'analytics']
const widths = { 1920: 1080, 1440: 900, 1280: 800, 1024: 768, 820: 1180, 768: 1024, 390: 844, 360: 800 }

/** @typedef {import('@playwright/test').Page} Page */
/** @type {{ name: string, path: string, studio?: 'new', isPhone?: true, prepare?: (page: Page) => Promise<unknown> }[]} */
const views = [
  { name: 'today', path: '/today' },
  { name: 'inbox', path: '/inbox' },
  { name: 'inbox-lead', path: '/inbox', isPhone: true, prepare: (page) => page.locator('.row').first().click() },
  { name: 'calendar', path: '/calendar' },
  { name: 'people', path: '/people/dorothy%40call0.example' },
  { name: 'issues', path: '/issues' },
  { name: 'issues-issue', path: '/issues/mvp-development-guide', isPhone: true },
  { name: 'subscribers', path: '/subscribers' },
  { name: 'analytics', path: '/analytics' },
  {
    name: 'analytics-bottom',
    path: '/analytics',
    prepare: (page) => page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight)),
  },
  { name: 'training', path: '/training' },
  { name: 'outbox', path: '/outbox' },
  { name: 'backups', path: '/backups' },
  { name: 'setup', path: '/setup' },
  {
    name: 'more',
    path: '/today',
    isPhone: true,
    prepare: (page) => page.getByRole('button', { name: 'More' }).click(),
  },
  { name: 'empty', path: '/today', studio: 'new' },
  {
    name: 'palette',
    path: '/inbox',
    prepare: async (page) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('jo')
    },
  },
]

const [folder, ...words] = process.argv.slice(2)
const pictures = folder === undefined ? docPictures() : allPictures(folder)
for (const studio of [undefined, 'new']) {
  const chosen = pictures.filter((picture) => picture.studio === studio)
  if (chosen.length > 0) await withDesk(studio, (desk) => takeAll(desk, chosen))
}

function docPictures() {
  const shown = views.filter(({ name }) => docs.includes(name))
  return shown.map((view) => ({ ...view, width: 1440, scheme: 'light', file: resolve(`docs/desk-${view.name}.png`) }))
}

/** @param {string} to */
function allPictures(to) {
  mkdirSync(to, { recursive: true })
  const each = views.flatMap((view) =>
    Object.keys(widths).flatMap((width) =>
      ['light', 'dark'].map((scheme) => {
        const name = `${view.name}-${width}-${scheme}`
        return { ...view, width: Number(width), scheme, file: join(resolve(to), `${name}.png`) }
      }),
    ),
  )
  const fitting = each.filter(({ isPhone, width }) => !isPhone || width < 768)
  return fitting.filter(({ name, width, scheme }) =>
    words.every((word) => [...name.split('-'), name, String(width), scheme].includes(word)),
  )
}

/** Serves the demo's desk at the pictures' time. */
async function withDesk(studio, use) {
  // Imports .tsx files, for which jsx.ts must have run.
  const { openDemo } = await import('../cli/demo/open-demo.ts')
  const demo = await openDemo({ studio, now: () => now })
  const door = createDoor()
  const page = { name: readStudio().name, zone: studioZone(), siteUrl: demo.environment.siteUrl }
  const app = deskApp({ desk: demo, door, files: await readViewFiles(page), onUse: () => {} })
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  try {
    await use({ door, origin: `http://127.0.0.1:${server.address().port}` })
  } finally {
    server.close()
    server.closeAllConnections()
    await demo.close()
  }
}

async function takeAll({ door, origin }, chosen) {
  // A devDependency, which `npm start` doesn't install.
  const { chromium } = await import('@playwright/test')
  const browser = await chromium.launch({ executablePath, args: browserArguments })
  for (const picture of chosen) {
    const { path, width, scheme, file, prepare } = picture
    const viewport = { width, height: widths[width] }
    const context = await browser.newContext({
      viewport,
      colorScheme: scheme,
      deviceScaleFactor: width < 768 ? 2 : 1,
      hasTouch: width < 768,
      timezoneId: 'Asia/Kolkata',
      locale: 'en-US',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.clock.setFixedTime(now)
    await page.goto(`${origin}${path}#${door.makeKey()}`, { waitUntil: 'networkidle' })
    await prepare?.(page)
    await page.waitForTimeout(settleMs)
    const png = await page.screenshot()
    // A palette makes the file half as large.
    await sharp(png)
      .png({ palette: folder === undefined, effort: 10 })
      .toFile(file)
    process.stderr.write(`${file}\n`)
    await context.close()
  }
  await browser.close()
}
