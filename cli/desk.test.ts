import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { sqlite } from '../tests/support/databases.ts'
import { startDesk } from '../tests/support/owner.ts'
import { runStudio } from '../tests/support/run-studio.ts'

const modeOf = (file: string) => statSync(file).mode & 0o777

/** Submits the page's form, as the browser would. */
async function openPage(page: string): Promise<Response> {
  const html = readFileSync(page, 'utf8')
  const [, action = ''] = /action="([^"]+)"/.exec(html) ?? []
  const [, key = ''] = /value="([^"]+)"/.exec(html) ?? []
  const headers = {
    origin: 'null',
    'sec-fetch-site': 'cross-site',
    'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0',
  }
  return await fetch(action, { method: 'POST', body: new URLSearchParams({ key }), headers })
}

test('the browser gets the key in a file that only its owner can read, and others an address on this machine', async () => {
  const { dataDir } = await sqlite.createPlace()
  const desk = await startDesk(dataDir, { browserStartsInSeconds: 0 })
  const [, key = ''] = desk.address.split('#')
  const given = await desk.argumentsOfBrowser()
  const [page = ''] = given
  expect(given).toHaveLength(1)
  expect(page).not.toContain(key)
  expect([modeOf(page), modeOf(dirname(page))]).toEqual([0o600, 0o700])
  await desk.nextMessage()
  desk.type('y')
  expect(await desk.nextMessage()).toBe('There’s no open tab yet.')
  const answer = await openPage(page)
  expect(await desk.nextMessage()).toMatch(/^\d\d:\d\d:\d\d Firefox on Linux opened the desk\.$/)
  expect(existsSync(dirname(page))).toBe(false)
  const [, token] = /data-token="([\w-]{43})"/.exec(await answer.text()) ?? []
  const { origin } = new URL(desk.address)
  const ask = async () =>
    (await fetch(`${origin}/api/overview.show`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await ask()).toBe(200)
  expect(await desk.nextMessage()).toContain('Type y to keep')
  desk.type('y')
  expect(await desk.nextMessage()).toBe('That tab stays open.')
  const addresses = [desk.address, await desk.nextAddress()]
  expect(await ask()).toBe(200)
  expect(new Set(addresses).size).toBe(2)
  for (const each of addresses) expect(each).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}$/)
  expect(await (await fetch(origin)).text()).toContain('<script type="module" src="/desk.js">')
  const { port } = new URL(origin)
  await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow()
  const taken = await runStudio(await sqlite.createPlace(), ['desk', '--port', port])
  const stderr = expect.stringMatching(
    /^Port \d+ is in use, perhaps by another desk\. Use --port 0 to pick a free one\.$/m,
  )
  expect(taken).toEqual({ code: 1, stdout: '', stderr })
  expect(await desk.stop()).toBe(0)
})
