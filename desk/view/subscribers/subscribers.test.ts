import { expect, test } from 'vitest'
import { sparkLine } from './SubscribersAside.tsx'

test('growth is drawn from zero, so a small change looks small', () => {
  expect(sparkLine([0, 50, 100])).toBe('0.0 100.0 L160.0 55.0 L320.0 10.0')
  expect(sparkLine([0, 0])).toBe('0.0 100.0 L320.0 100.0')
})
