import { expect, test } from 'vitest'
import { createFairShare } from './connections.ts'

/** @returns a function that lets a sender hold an amount, and the names of those who were cut, in turn */
function createPlace(most: number) {
  const share = createFairShare(most)
  const cut: string[] = []
  const hold = (sender: string, amount: number, name = sender) => {
    const held = share.hold(sender, () => cut.push(name))
    held.grow(amount)
    return held
  }
  return { hold, cut }
}

test('the sender that holds most loses its oldest share, and nobody else anything', () => {
  const { hold, cut } = createPlace(10)
  hold('honest', 1)
  for (const name of ['a1', 'a2', 'a3']) hold('a', 3, name)
  expect(cut).toEqual([])
  hold('b', 1)
  expect(cut).toEqual(['a1'])
  hold('b', 3)
  hold('a', 5, 'a4')
  expect(cut).toEqual(['a1', 'a2', 'a3'])
})

test('one that was renewed is the youngest', () => {
  const { hold, cut } = createPlace(2)
  const first = hold('a', 1, 'a1')
  hold('a', 1, 'a2')
  first.renew()
  hold('a', 1, 'a3')
  expect(cut).toEqual(['a2'])
})

test('what was given back, or cut, is counted no more', () => {
  const { hold, cut } = createPlace(4)
  const first = hold('a', 4, 'a1')
  first.release()
  first.release()
  first.grow(100)
  first.renew()
  const second = hold('a', 4, 'a2')
  hold('a', 1, 'a3')
  second.grow(100)
  second.release()
  hold('b', 3)
  expect(cut).toEqual(['a2'])
})

test('one that asks for more than there is at all is cut itself', () => {
  const { hold, cut } = createPlace(4)
  hold('a', 5)
  hold('b', 4)
  expect(cut).toEqual(['a'])
})
