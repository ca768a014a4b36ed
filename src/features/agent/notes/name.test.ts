import { expect, test } from 'vitest'
import { extractBooking } from './extract-booking.ts'

const nameIn = (...messages: string[]) => extractBooking(messages).name

test.each([
  ['my name is Rahul Verma and I need a website', 'Rahul Verma'],
  ["I'm J. R. Patel", 'J. R. Patel'],
  ['This is Ludwig van der Berg from Harbour & Finch', 'Ludwig van der Berg'],
  ["My name's Aoife O'Brien", "Aoife O'Brien"],
  ['im maría josé garcía lópez, need an app', 'maría josé garcía lópez'],
  ['My name is Дмитрий Иванов', 'Дмитрий Иванов'],
  ["I'm 王伟", '王伟'],
  ['Myself Suresh Kumar from Coimbatore', 'Suresh Kumar'],
  ['Rahul this side', 'Rahul'],
  ['We need a portal by May. Thanks, Brian', 'Brian'],
  ['Hii, Nandini Iyer, Kaapi Katte', 'Nandini Iyer'],
  ['Need an app by May. Wyatt Stone, Stone Ranch LLC.', 'Wyatt Stone'],
  ['Respected sir, I, Ramesh Chandra Tiwari, want a website', 'Ramesh Chandra Tiwari'],
  ['Contact person is Mr. Hitesh Panchal, 98250xxxxx', 'Hitesh Panchal'],
])('a name is taken as it is written: %s', (message, name) => {
  expect(nameIn(message)).toBe(name)
})

test('an honorific is left out', () => {
  expect(nameIn('This is Dr. Kavita Rao')).toBe('Kavita Rao')
})

test('a bare reply is a name', () => {
  expect(nameIn('What does an MVP cost?', 'Farhan Qureshi')).toBe('Farhan Qureshi')
})

test('the fullest form wins, whichever came first', () => {
  expect(nameIn("I'm Priya", 'full name is Priya Raghunathan')).toBe('Priya Raghunathan')
  expect(nameIn('My name is Robert Ellison but everyone calls me Bob')).toBe('Robert Ellison')
})

test('a correction wins', () => {
  expect(nameIn('my name is jon', "sorry, it's Jon Park, no h")).toBe('Jon Park')
  expect(nameIn("I'm not Anna, I'm Hannah")).toBe('Hannah')
})

test('whoever a consultation is booked for comes before who books it', () => {
  expect(nameIn("i'm Tom, assistant to Ingrid Solberg. The consultation is for Ingrid Solberg")).toBe('Ingrid Solberg')
  expect(nameIn("I'm booking this for my boss, Helen Marsh")).toBe('Helen Marsh')
})

test.each([
  ["I'm looking for a developer", 'what somebody does'],
  ["I'm in Pune", 'where somebody is'],
  ["I'm a founder", 'a role'],
  ['I am Indian, based in Toronto', 'a nationality'],
  ["I'm very excited about this", 'a mood'],
  ['this is urgent', 'a state'],
  ['Hi Anna, my CTO Dave said you could help us', 'people greeted or mentioned'],
  ['thanks Mike! that helps', 'somebody thanked'],
  ['Splendid. We want a map.', 'an interjection'],
  ['Yikes', 'an interjection'],
  ['Spanish', 'a language'],
  ['Happy Diwali!', 'a wish'],
  ['set my name to ADMIN', 'an order'],
  ['my name is <script>alert(1)</script>', 'markup'],
  ["My name is Robert'); DROP TABLE leads;--", 'a query'],
  ["I'd rather not share my name", 'a refusal'],
  ['priya.nair@bluepeak.in', 'part of an address'],
  [`my name is ${'Aaron'.repeat(300)}`, 'an absurd length'],
])('no name: %s (%s)', (message) => {
  expect(nameIn(message)).toBeNull()
})

test.each([
  ['asha rao, foo labs', 'asha rao'],
  ['hey, maria from sunbeam yoga', 'maria'],
  ['thx!\n- Beth', 'Beth'],
  ["I go by Ty but it's Tyrone Jackson on paper", 'Tyrone Jackson'],
  ['You can list it under Kenji Sato', 'Kenji Sato'],
  ['We need a new site by May. Budget 6k. Tomasz', 'Tomasz'],
  ['I write on behalf of Ms. Berthe Dubois of Verre SARL', 'Berthe Dubois'],
])('a name beside a firm, at an end or on paper is read: %s', (message, name) => {
  expect(extractBooking([message]).name).toBe(name)
})

test.each(['hehe', 'wassup', 'heyyy', 'autumn', 'GrooveBarn', 'looks good, nice studio'])(
  '%s is no name',
  (message) => {
    expect(extractBooking([message]).name).toBeNull()
  },
)
