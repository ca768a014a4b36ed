import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { watchContent } from './watch-content.ts'

/** What `npm run dev` tells whom when its watcher has seen a file; a real one runs in tests/build.long.test.ts. */
async function toldOf(event: string, file: string): Promise<unknown[]> {
  const told: unknown[] = []
  const hears = (who: string) => ({ hot: { send: (what: unknown) => told.push([who, what]) } })
  const watcher = Object.assign(new EventEmitter(), { add: () => {} })
  const environments = { client: hears('browser'), ssr: hears('pages') }
  const setUp: unknown = watchContent().hooks['astro:server:setup']
  if (typeof setUp !== 'function') throw new Error('nothing is set up')
  await setUp({ server: { config: { root: '/site' }, watcher, environments } })
  watcher.emit('all', event, file)
  return told
}

test.each([
  ['change', 'sample/home/hero.yaml'],
  ['change', '/site/sample/home/hero.yaml'],
  ['add', 'sample/articles/new/index.md'],
  ['unlink', '/site/sample/articles/old/kite.svg'],
])('%s of %s asks for the pages anew, then reloads the browser', async (event, file) => {
  const reload = { type: 'full-reload', path: '*' }
  expect(await toldOf(event, file)).toEqual([
    ['pages', 'astro:content-changed'],
    ['browser', reload],
  ])
})

test('what changes elsewhere is not its business', async () => {
  expect(await toldOf('change', 'src/content/home/home.ts')).toEqual([])
})
