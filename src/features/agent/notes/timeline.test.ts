import { expect, test } from 'vitest'
import { extractBooking } from './extract-booking.ts'

const timelineIn = (...messages: string[]) => extractBooking(messages).timeline

test.each([
  ['We need a booking app by end of March, budget $8,000', 'by end of March'],
  ['need it ASAP', 'ASAP'],
  ['timeline is flexible', 'flexible'],
  ['need it in 6 weeks', 'in 6 weeks'],
  ['We need this before the fundraise in May', 'before the fundraise in May'],
  ['It has to be live by next Friday', 'by next Friday'],
  ['The deadline is 15th of March', '15th of March'],
  ['Timeline: 6-8 weeks', '6-8 weeks'],
  ['Q2', 'Q2'],
  ['no rush', 'no rush'],
  ['need a booking app by Diwali', 'by Diwali'],
  ['between mid January and end of February', 'between mid January and end of February'],
  ['launch date is 2027-03-15', '2027-03-15'],
  ['launch is week 20', 'week 20'],
  ['by March end', 'by March end'],
  ['before calving season', 'before calving season'],
  ['this is for a pitch on Feb 18, need a prototype', 'for a pitch on Feb 18'],
  ['diwali se pehle', 'diwali se pehle'],
])('a time is taken with its preposition, as it is written: %s', (message, timeline) => {
  expect(timelineIn(message)).toBe(timeline)
})

test('delivery comes before start', () => {
  expect(timelineIn("We'd start in January and want it live by mid-April")).toBe('by mid-April')
})

test('the later time wins', () => {
  expect(timelineIn('we want to launch in September', 'sorry, in October')).toBe('in October')
})

test('a date is not lost to a mood beside it', () => {
  expect(timelineIn('flexible, but no later than November')).toBe('no later than November')
})

test.each([
  ['can we talk tomorrow at 5pm?', 'a call'],
  ['please call me asap', 'a call'],
  ['Can we meet by Zoom on Wednesday?', 'a meeting'],
  ['we spent 6 months with another team', 'a past duration'],
  ['founded in 2019, we have been running for 5 years', 'history'],
  ['how long does it take? 3 weeks?', 'a question about how long it takes'],
  ['our users can book a slot in 5 minutes', 'what users do'],
  ['support for 12 months included?', 'a term of support'],
  ['budget is flexible', 'another thing that is flexible'],
])('no timeline: %s (%s)', (message) => {
  expect(timelineIn(message)).toBeNull()
})
