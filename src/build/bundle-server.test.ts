import { expect, test } from 'vitest'
import { siteContent } from '../content/site-content.ts'
import { builtContent } from './bundle-server.ts'

test('what a build keeps of the content is what would be read, without the answers', async () => {
  const { answers: _, ...agent } = siteContent().agent
  const source = builtContent(siteContent).load('/anywhere/src/content/site-content.ts') ?? ''
  const { siteContent: built } = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  expect(built()).toEqual({ ...siteContent(), agent })
})

test('no other module is replaced', () => {
  expect(builtContent(siteContent).load('/anywhere/src/content/studio.ts')).toBeUndefined()
})
