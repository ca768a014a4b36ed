import { expect, test } from 'vitest'
import { extractBooking } from './extract-booking.ts'

const wishIn = (...messages: string[]) => extractBooking(messages).requirements

test.each([
  ['my name is Rahul and I need a website for my gym', 'a website for my gym'],
  ['looking for a team to build a marketplace for used guitars', 'a marketplace for used guitars'],
  ['I need someone to fix the checkout on our Shopify store', 'fix the checkout on our Shopify store'],
  ['need a booking app by Diwali, budget 4-5 lakhs', 'a booking app'],
  ['CRM for real estate agents', 'CRM for real estate agents'],
  ['tryna get an app built for my barbershop lol', 'an app built for my barbershop'],
  ['make us a landing page for our podcast', 'a landing page for our podcast'],
  ['what would a booking app for my yoga studio cost?', 'a booking app for my yoga studio'],
  ['i want to make app like swiggy for my city', 'app like swiggy for my city'],
  [
    'We want a course platform with video, quizzes and certificates',
    'a course platform with video, quizzes and certificates',
  ],
  ['can you add Stripe payments to our existing Django app?', 'add Stripe payments to our existing Django app'],
])('the wish ends where the next thing begins: %s', (message, wish) => {
  expect(wishIn(message)).toBe(wish)
})

test('a vague wish gives way to one that tells more, a clear one only to a correction', () => {
  expect(wishIn('I need a website', 'a booking site for my spa')).toBe('a booking site for my spa')
  expect(wishIn('I want a chatbot', 'no wait, I want a booking form for my spa instead')).toBe(
    'a booking form for my spa',
  )
})

test.each([
  ['need a developer', 'a person'],
  ["I'm looking for a developer", 'a person'],
  ['i have an idea', 'an idea'],
  ['do you build mobile apps?', 'a question about the studio'],
  ['Could you integrate Stripe?', 'a question about the studio'],
  ['Do I need an MVP or a prototype?', 'a question for advice'],
  ['how much for an ecommerce site?', 'a question about a price'],
  ['I need a quote', 'an offer'],
  ["I'm booking this for my boss", 'the booking itself'],
])('no wish: %s (%s)', (message) => {
  expect(wishIn(message)).toBeNull()
})
