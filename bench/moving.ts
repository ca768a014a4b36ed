import { setTimeout as pause } from 'node:timers/promises'
import { startSite } from '../tests/support/start-site.ts'
import { type Devtools, startDevtools, startShapedProxy } from './devtools.ts'
import { median, type Table } from './figures.ts'

const rounds = 15
/** 4G, the connection and not single requests: Lighthouse's "slow 4G" round trip, nine megabits. */
const shape = { roundTripMs: 150, bytesPerSecond: (9 * 1024 * 1024) / 8 }
const restMs = 200
const ways = [
  { from: '/', to: '/blog', link: '.bar-menu a[href="/blog"]' },
  { from: '/blog', to: '/blog/saas-mvp-cost-guide', link: '.card:nth-child(2) a' },
  { from: '/blog/saas-trends-2025', to: '/', link: '.bar-logo' },
]

/** From the click to the next page's first paint, after the pointer has rested on the link, inside the site. */
export async function measureMoving(): Promise<Table> {
  const site = await startSite()
  const proxy = await startShapedProxy(new URL(site.url), shape)
  const devtools = await startDevtools()
  const base = `http://127.0.0.1:${proxy.port}`
  const rows: string[][] = []
  for (const { from, to, link } of ways) {
    const rested: number[] = []
    const sudden: number[] = []
    for (let i = 0; i < rounds; i += 1) {
      rested.push(await clickToPaintMs(devtools, base + from, base + to, link, restMs))
      sudden.push(await clickToPaintMs(devtools, base + from, base + to, link, 0))
    }
    const worst = Math.max(...rested).toFixed(0)
    rows.push([`${from} → ${to}`, `${median(rested).toFixed(0)} ms`, `${worst} ms`, `${median(sudden).toFixed(0)} ms`])
  }
  await devtools.close()
  proxy.close()
  await site.stop()
  return {
    title: `Click to the next page's first paint (4G: ${shape.roundTripMs} ms a round trip, 9 Mbit/s; median of ${rounds}; wanted ≤ 100 ms after ${restMs} ms of rest)`,
    head: ['way', `pointer at rest for ${restMs} ms`, 'worst', 'clicked at once'],
    rows,
  }
}

async function clickToPaintMs(
  devtools: Devtools,
  from: string,
  to: string,
  link: string,
  rest: number,
): Promise<number> {
  const tab = await devtools.openTab()
  await tab.send('Page.enable')
  await tab.send('Page.navigate', { url: from })
  await tab.evaluate(
    `new Promise((done) => document.readyState === 'complete' ? done() : addEventListener('load', done))`,
  )
  await pause(500)
  const box = Object(
    await tab.evaluate(`(() => {
      const link = document.querySelector('${link}')
      link.scrollIntoView({ block: 'nearest' })
      const { x, y, width, height } = link.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    })()`),
  )
  const mouse = { x: Number(box.x), y: Number(box.y), button: 'left', clickCount: 1 }
  await tab.send('Input.dispatchMouseEvent', { ...mouse, type: 'mouseMoved', button: 'none' })
  await pause(rest)
  const clickedAt = Date.now()
  // Their answers wait for a page that may be gone by then.
  tab.send('Input.dispatchMouseEvent', { ...mouse, type: 'mousePressed' }).catch(() => undefined)
  tab.send('Input.dispatchMouseEvent', { ...mouse, type: 'mouseReleased' }).catch(() => undefined)
  const reached = await devtools.pageAt(to)
  const paintedAt = Number(await reached.evaluate(firstPaint))
  await reached.send('Page.close')
  return paintedAt - clickedAt
}

/** Runs in the page that was reached. One that was rendered beforehand counts from when it was shown. */
const firstPaint = `new Promise((done) => {
  const look = () => {
    const [navigation] = performance.getEntriesByType('navigation')
    const [paint] = performance.getEntriesByName('first-paint')
    if (paint && !document.prerendering) done(performance.timeOrigin + Math.max(paint.startTime, navigation.activationStart))
    else requestAnimationFrame(look)
  }
  look()
})`
