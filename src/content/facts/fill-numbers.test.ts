import { expect, test } from 'vitest'
import { filledText, fillNumbers } from './fill-numbers.ts'

const offers = {
  leadTimes: { mvpWeeks: { from: 2, to: 4 }, sprintHours: 72 },
  price: 12_997,
  claims: { uptime: '99.9%' },
}

test('ranges, numbers and texts stand where a text names them', () => {
  expect(fillNumbers('in {leadTimes.mvpWeeks} weeks', offers)).toBe('in 2-4 weeks')
  expect(fillNumbers('{leadTimes.sprintHours} hours for {price} USD, {claims.uptime}', offers)).toBe(
    '72 hours for 12,997 USD, 99.9%',
  )
})

test('a name that offers.yaml does not hold is refused', () => {
  for (const name of ['leadTimes.mvp', 'leadTimes', 'lead times.mvpWeeks', ' price ', 'constructor.name', '']) {
    expect(() => fillNumbers(`in {${name}} weeks`, offers)).toThrow(`{${name}} is no number`)
  }
})

test.each([
  ['over {claims.uptime of the time', 'holds a {'],
  ['claims.uptime} of the time', 'holds a }'],
  ['a <b>word</b>', 'holds <b>'],
  ['a **word**', 'holds **'],
  ['[a page](/about)', 'holds ]('],
])('%s is no text: a brace that is not closed, HTML and Markdown would stand there as they are', (text, reason) => {
  expect(filledText(offers).safeParse(text).error?.issues[0]?.message).toContain(reason)
  expect(filledText(offers).safeParse('1 < 2, 3 * 4, [a], {=$130}, a <3').success).toBe(true)
})
