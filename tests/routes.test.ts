import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { routes, seenPath } from '../src/routes.ts'
import type { StaticManifest } from '../src/server/http/static-files.ts'
import { startSite } from './support/start-site.ts'

type AstroRoute = { route: string; pattern: string; prerender: boolean }

function builtPaths(): string[] {
  const { files }: StaticManifest = JSON.parse(readFileSync('dist/sample/static.json', 'utf8'))
  return files.map(({ path }) => path)
}

/** The routes that Astro's own program in the build has, those that nobody asked it for among them. */
function astroRoutes(): AstroRoute[] {
  const program = readFileSync('dist/sample/server/entry.mjs', 'utf8')
  const manifest = /deserializeManifest\((\{"rootDir".*\})\);$/m.exec(program)?.[1] ?? ''
  const { routes }: { routes: { routeData: AstroRoute }[] } = JSON.parse(manifest)
  return routes.map(({ routeData }) => routeData)
}

test('docs/contract.md names everything that is answered, and nothing else', () => {
  const [addresses = ''] = /## Addresses.*?(?=\n## )/s.exec(readFileSync('docs/contract.md', 'utf8')) ?? []
  const documented = addresses.match(/(?<=`)\/[^`]*(?=`)/g)
  const asDocumented = (path: string) =>
    path
      .replace(/^\/(_astro|islands)\/[^/]+$/, '/$1/{file}')
      .replace(/^\/blog\/[^/.]+(?=$|\.md$|\.png$)/, '/blog/{article}')
  const answered = [...builtPaths(), ...Object.keys(routes), seenPath, '/healthz', '/readyz'].map(asDocumented)
  expect(documented?.toSorted()).toEqual([...new Set(answered)].sort())
})

test('of the routes in the build only the listed ones are rendered; the others are the not-found page', async () => {
  const said: string[] = []
  const site = await startSite()
  onTestFinished(async () => {
    await site.stop()
  })
  site.process.stderr?.on('data', (data) => said.push(String(data)))
  const onDemand = astroRoutes().filter(({ prerender }) => !prerender)
  expect(onDemand.map(({ route }) => route)).toEqual(expect.arrayContaining(['/_image', '/api/[form]', '/contact']))
  const forged = 'href=/favicon.svg%3F%0A%7B%22msg%22%3A%22FAKE%22%7D&f=png'
  for (const { route, pattern } of onDemand) {
    if (Object.keys(routes).some((path) => new RegExp(pattern).test(path)) && !route.includes('[')) continue
    const response = await fetch(`${site.url}${route.replace(/\[[^\]]*\]/, 'x')}?${forged}`)
    expect(response.status, route).toBe(404)
    expect(await response.text(), route).toContain('class="not-found"')
  }
  for (const [path, methods] of Object.entries(routes)) {
    const response = await fetch(`${site.url}${path}`, { redirect: 'manual' })
    // What the links of mails lead to knows no key, and say so.
    const expected = /confirm|unsubscribe|\/call\/./.test(path) ? 404 : 200
    if (!methods.includes('GET')) expect(response.status, path).toBe(405)
    else expect([expected, 303], path).toContain(response.status)
  }
  expect(said).toEqual([])
}, 40_000)
