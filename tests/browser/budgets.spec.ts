import { brotliCompressSync } from 'node:zlib'
import { readWeight } from '../support/browser.ts'
import { articlePaths } from '../support/routes.ts'
import { expect, test } from '../support/site.ts'

test('the home page keeps to its budget before any touch', async ({ page, site }) => {
  const weight = await readWeight(page, site.url)
  expect(weight.documentBytes).toBeLessThanOrEqual(14_000)
  expect(weight.inlineScriptBytes).toBeLessThanOrEqual(2_000)
  expect(weight.externalScripts).toBe(0)
  expect(weight.totalBytes).toBeLessThanOrEqual(40_000)
  expect(weight.requests.length).toBeLessThanOrEqual(5)
  expect(weight.elements).toBeLessThanOrEqual(700)
  expect(weight.requests.filter((each) => !each.startsWith(site.url) && !each.startsWith('data:'))).toEqual([])
})

test('an article costs little more than its words: two fonts and the icon, and at most 10 kB of everything else', async ({
  page,
  site,
}) => {
  for (const path of articlePaths) {
    const weight = await readWeight(page, site.url + path)
    const words = await page.locator('main').innerText()
    expect(weight.documentBytes - brotliCompressSync(words).length, path).toBeLessThanOrEqual(10_000)
    expect(weight.externalScripts).toBe(0)
    expect(weight.requests.filter((each) => !each.startsWith('data:')).length, path).toBeLessThanOrEqual(4)
  }
})
