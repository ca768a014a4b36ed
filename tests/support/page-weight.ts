import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'

export type PageWeight = {
  documentBytes: number
  inlineScriptBytes: number
  externalScripts: number
  /** As transferred, headers included. */
  totalBytes: number
  requests: string[]
  elements: number
}

/** Opens a page in a fresh tab and weighs everything that it takes before anybody touches it. */
export async function readWeight(page: Page, url: string): Promise<PageWeight> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const bytes = new Map<string, number>()
  const requests: string[] = []
  devtools.on('Network.requestWillBeSent', ({ request }) => requests.push(request.url))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => bytes.set(requestId, encodedDataLength))
  const response = await page.goto(url, { waitUntil: 'networkidle' })
  const found = await page.evaluate(() => ({
    inline: [...document.querySelectorAll('script:not([src]):not([type="application/ld+json"])')].map(
      (each) => each.textContent,
    ),
    externalScripts: document.querySelectorAll('script[src], link[rel="modulepreload"]').length,
    elements: document.querySelectorAll('*').length,
  }))
  return {
    documentBytes: Number(response?.headers()['content-length']),
    inlineScriptBytes: found.inline.length === 0 ? 0 : brotliCompressSync(found.inline.join('\n')).length,
    externalScripts: found.externalScripts,
    totalBytes: [...bytes.values()].reduce((sum, each) => sum + each, 0),
    requests,
    elements: found.elements,
  }
}
