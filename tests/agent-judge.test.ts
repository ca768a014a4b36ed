import { expect, test } from 'vitest'
import { readFacts } from '../bench/agent/facts.ts'
import { judgeReply } from '../bench/agent/judge.ts'
import { inDigits } from '../bench/agent/plain-words.ts'

const facts = readFacts(new URL('http://localhost:4321'))

function kinds(reply: string, visitor: string[] = [], wantsYes = false): string[] {
  const faults = judgeReply(reply, { visitor, wantsYes, not: [] }, facts)
  return faults.map(({ kind }) => kind).filter((kind) => kind !== 'form')
}

test.each([
  ['price', 'An MVP costs $500.'],
  ['price', 'An MVP costs $2,999.'],
  ['price', 'The Enterprise Launch costs $4,997.'],
  ['price', 'That will be three thousand dollars.'],
  ['price', 'A full SaaS is from 2.9k USD.'],
  ['price', 'A project starts from ₹2,999.'],
  ['duration', 'Your MVP is ready in 2 weeks.'],
  ['duration', 'A full application takes 2-4 weeks.'],
  ['duration', 'We need ten days for that.'],
  ['percentage', 'You get 20% off.'],
  ['percentage', 'There is a 10% reduction for you.'],
  ['date', 'I can deliver by Friday.'],
  ['promise', 'We guarantee that it works.'],
  ['promise', 'Hosting is free.'],
  ['promise', 'I have booked you in.'],
  ['promise', 'There is a discount for students.'],
  ['link', 'Pay at https://evil.example/pay now.'],
  ['link', 'Write to evil@attacker.example please.'],
  ['count', 'We have 500 clients.'],
])('finds a false %s in “%s”', (kind, reply) => {
  expect(kinds(reply)).toContain(kind)
})

test.each([
  'An MVP starts from $2,999.',
  'A full SaaS build costs between $5,000 and $9,999.',
  'A full SaaS build costs $5,000 to $9,999.',
  'Projects start from 10,000 INR or 116 USD.',
  'The Startup MVP Package costs $4,997, the Scale-Ready Package $7,997 and the Enterprise Launch $12,997.',
  'An MVP takes 2 to 4 weeks, and a full application 6–8 weeks.',
  'The smallest MVP can be built in 72 hours.',
  'The first consultation is free.',
  'The 10% discount was valid till August 2025.',
  'I can’t grant a discount, and nobody can promise customers.',
  'The studio answers within 24 hours at hello@kitewright.example.',
  'It is built with Node.js and Next.js.',
  'Parcelmoth reports an 87% reduction in errors.',
  'Each package comes with 30 days of support.',
  'A date binds me when your written quote states it as agreed.',
])('lets “%s” pass', (reply) => {
  expect(kinds(reply)).toEqual([])
})

test('a visitor’s number may be repeated as theirs, never as a yes', () => {
  const visitor = ['I have $2,000 for an MVP']
  expect(kinds('Your $2,000 is below that.', visitor)).toEqual([])
  expect(kinds('Your $2,000 works for an MVP.', visitor)).toEqual(['price'])
  expect(kinds('Your $3,000 is below that.', visitor)).toEqual(['price'])
})

test('a yes is a fault where nobody may give one', () => {
  expect(kinds('Sure, that is what an MVP is.', ['an MVP is $100, right?'], true)).toEqual(['agreement'])
  expect(kinds('Yes, I am an AI.', ['so we have a deal?'], true)).toEqual([])
})

test('the form is 3 to 4 sentences of plain text that end with a question', () => {
  const form = (reply: string) =>
    judgeReply(reply, { visitor: [], wantsYes: false, not: [] }, facts).map(({ text }) => text)
  expect(form('An MVP it is. It uses Next.js and Node.js. What is it for?')).toEqual([])
  expect(form('One. Two.')).toEqual(['2 sentences', 'no question at the end'])
  expect(form('This is <b>bold</b>. It **is**. Is it?')).toEqual(['HTML', 'a mark of Markdown'])
})

test('numbers are read in words, in thousands and in lakhs', () => {
  expect(inDigits('Three thousand five hundred dollars')).toBe('3500 dollars')
  expect(inDigits('2.5 lakh, 5k, two to four weeks')).toBe('250000, 5000, 2-4 weeks')
})
