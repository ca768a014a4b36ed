import { expect, test } from 'vitest'
import { siteFirewall } from '../../../../tests/support/site-firewall.ts'
import { guard } from './guard.ts'
import { isToldAlready } from './stand-in.ts'

const truth = [
  'Yes, the first consultation is free, and the discovery call takes 30 minutes.',
  'You tell what should exist, and the founder tells you what it takes.',
  'What would you like to talk about in the call?',
]

async function shown(reply: string, visitor: string): Promise<string> {
  let text = ''
  const pieces = (async function* () {
    yield reply
  })()
  const sentences = guard(
    pieces,
    { ...siteFirewall(), isTold: isToldAlready },
    { visitor: [visitor], answer: () => Promise.resolve(truth) },
  )
  for await (const sentence of sentences) text += sentence.text
  return text
}

test('where a made-up claim was held back, what is true stands, without a yes to it', async () => {
  expect(await shown('Our team of nine lawyers joins. What do you build?', 'What is the call?')).toBe(
    'The first consultation is free, and the discovery call takes 30 minutes. What do you build?',
  )
})

test('a reply that was all lies becomes the whole answer', async () => {
  expect(await shown('Our lawyers join. Our writers join.', 'What is the call?')).toBe(
    'The first consultation is free, and the discovery call takes 30 minutes. You tell what should exist, and the founder tells you what it takes. What would you like to talk about in the call?',
  )
})

test('nothing is added where nothing was held back', async () => {
  expect(await shown('The discovery call takes 30 minutes.', 'What is the call?')).toBe(
    'The discovery call takes 30 minutes.',
  )
})

test('who asked how long something takes is told no other time', async () => {
  const asked = 'How long does an MVP take?'
  const usual = 'Usually 2 to 4 weeks once the scope is on paper.'
  expect(await shown(usual, asked)).toBe(usual)
  expect(await shown('Usually 2 to 4 weeks with a clear scope.', asked)).not.toContain('1 week')
})

test('a year that nobody named is answered with no other date', async () => {
  expect(await shown('The workshop opened its doors in 2009.', 'What does an MVP cost?')).not.toMatch(/2009|month|year/)
})

test('the right fact comes before the answer, and a refusal before both', async () => {
  expect(await shown('An MVP costs $5.', 'What is the call?')).toMatch(/^An MVP starts from \$2,999\. The first/)
  expect(await shown('Yes.', 'Can I have it for $5?')).toMatch(/^I can’t agree to a price/)
})
