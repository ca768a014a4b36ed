import { expect, test } from 'vitest'
import { nearestPath } from './nearest-path.ts'

const places = [
  '/',
  '/#pricing',
  '/blog',
  '/blog/saas-trends-2025',
  '/blog/mvp-development-guide',
  '/terms',
  '/privacy',
].map((path) => ({ path, title: path }))

test.each([
  ['/blgo', '/blog'],
  ['/pricing', '/#pricing'],
  ['/blog/saas-trends', '/blog/saas-trends-2025'],
  ['/saas-trends-2025', '/blog/saas-trends-2025'],
  ['/blog/MVP-Development-Guide.html', '/blog/mvp-development-guide'],
  ['/term', '/terms'],
  ['/privacy-policy', '/privacy'],
])('%s is most likely %s', (path, expected) => {
  expect(nearestPath(path, places)?.path).toBe(expected)
})

test.each(['/wp-admin/setup.php', '/%E0%A4%A', '/~'])('%s is near to nothing', (path) => {
  expect(nearestPath(path, places)).toBeUndefined()
})

test('an endless address is near to nothing', () => {
  expect(nearestPath(`/${'x'.repeat(100_000)}`, places)).toBeUndefined()
})
