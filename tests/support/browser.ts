import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/**
 * Browsers that the set-up found or installed: a headless Chromium for the tests, a full one for measurements, Firefox,
 * and WebKit's driver. @returns '' if Firefox or WebKit isn't available on this machine
 */
export function pathOfBrowser(name: 'browser' | 'whole-browser' | 'firefox' | 'webkit'): string {
  return readFileSync(`node_modules/.cache/kitewright/${name}`, 'utf8')
}

/** No sandbox, because tests may run as root, and no background network traffic. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
]

/** Opens a page in a new tab and measures everything it loads before any interaction. */
export async function readWeight(page: Page, url: string) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const bytes = new Map<string, number>()
  const requests: string[] = []
  const urls = new Map<string, string>()
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    requests.push(request.url)
    urls.set(requestId, request.url)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => bytes.set(requestId, encodedDataLength))
  devtools.on('Network.loadingFailed', ({ requestId }) => bytes.set(requestId, 0))
  await page.goto(url, { waitUntil: 'networkidle' })
  // The icon loads after everything else.
  while ([...urls.keys()].some((id) => !bytes.has(id)))
    await new Promise((resolve) =>
      devtools.once('Network.loadingFinished', resolve).once('Network.loadingFailed', resolve),
    )
  const found = await page.evaluate(() => ({
    documentBytes: performance
      .getEntriesByType('navigation')
      .reduce((all, each) => all + (each instanceof PerformanceResourceTiming ? each.encodedBodySize : 0), 0),
    inline: [...document.querySelectorAll('script:not([src]):not([type="application/ld+json"])')]
      .map((each) => each.textContent)
      .join('\n'),
    externalScripts: document.querySelectorAll('script[src], link[rel="modulepreload"]').length,
    elements: document.querySelectorAll('*').length,
  }))
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, each) => all + each, 0)
  return {
    ...found,
    inlineScriptBytes: found.inline === '' ? 0 : brotliCompressSync(found.inline).length,
    /** As transferred, headers included. */
    totalBytes: sum(bytes.values()),
    /** Bytes of photos. */
    pictureBytes: sum([...bytes].filter(([id]) => urls.get(id)?.includes('/pictures/')).map(([, each]) => each)),
    requests,
  }
}
