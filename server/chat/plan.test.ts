import { expect, test } from 'vitest'
import { chatOf, expectParts, replyTo } from '../../tests/support/talk.ts'
import { nothingKnown } from '../leads/fields.ts'

const nda = 'do you sign an NDA?'
const mvp = 'how much is an mvp'
const keeping = 'and to keep it running after that?'
const phone = 'how much is a native mobile app?'
const scaleReady = 'what does the scale-ready package cost'
const ada = 'Ada Lovelace, ada@client.example'
const gym = 'I need a booking app for my gym'
const times = /(?:\/call\?start=2026-11-30T(?:09|10|11):00Z,? (?:and )?){2}\/call\?start=[\w:-]+\. /

/** Messages (`[id]` taps a button), what the last reply consists of, what it doesn't (`!`), and how it reads. */
test.each<[does: string, messages: string[], parts: string, text?: RegExp]>([
  [
    'answers two questions with a sentence each',
    [`${nda} and what does a website cost?`],
    'nda.1 website-price.1 !nda.2',
  ],
  ['answers three', [`how much is the mvp? who owns the code? ${nda}`], 'mvp-price.1 ownership.1 nda.1'],
  ['answers what it’s sure of, and asks about the rest', [`${mvp} ${keeping}`], 'mvp-price q.also'],
  ['offers an answer that can’t stand beside it', ['how much is a website? and the mvp?'], 'website-price [mvp-price]'],
  ['leaves out small talk beside a question', [`how are you and ${mvp}?`], 'mvp-price.1 talk.kind !how-are-you'],
  ['says that it isn’t sure', [keeping], 'unsure q.which [support-price] [running-costs] !support !running-costs'],
  ['tells the tapped answer', [keeping, '[support-price]'], 'support-price.1 !unsure !q.which'],
  ['knows a button by its title', [keeping, 'running costs'], 'running-costs.1 !unsure !q.which'],
  ['tells what “yes” asks for', [phone, 'yes'], 'pwa.1'],
  ['but not after “no”', [phone, 'no thanks'], '!pwa.1'],
  ['keeps the offer', [mvp, 'and how long?'], 'mvp-time.1'],
  ['keeps the side of the offer', [mvp, 'and how long?', 'and a website?'], 'website-time.1'],
  ['hears time, not money', [mvp, 'how much time does it take?'], 'mvp-time.1'],
  ['knows the other ones', [scaleReady, 'and the other one?'], 'package-prices.1'],
  ['knows the small one', [scaleReady, 'and the other one?', 'the small one'], 'startup-mvp-package.1'],
  ['knows what a follow-up is about', ['when is a delivery date binding?', 'even if I’m late?'], 'late-delivery.4'],
  ['goes on', [mvp, 'why'], 'mvp-price.3 !mvp-price.1'],
  ['goes on instead of waiting for a reply', ['who owns the code?', 'tell me more'], 'ownership.3'],
  ['asks for a missing currency', ['My budget is 6000'], 'q.currency', /^(?!.*[$₹]6)/],
  ['asks for it in Hindi, too', ['bhai 50 hazar me ho jayega kya website'], 'q.currency', /^50,000, noted\./],
  ['compares once it’s known', ['My budget is 6000', 'dollars'], 'budgets.full-saas-reaches !q.currency', /\$6,000 is/],
  ['compares with what is asked about', ['can you do an MVP for 900 dollars?'], 'budgets.mvp-below'],
  [
    'compares a corrected sum',
    ['I have $3,000 for an mvp', 'sorry, make that $2,000'],
    'budgets.mvp-below',
    /\$2,000 is/,
  ],
  ['converts no currency', ['My budget is 900 euros'], 'budgets.other-currency'],
  [
    'notes a contact, and asks for no other',
    [ada],
    'ack.name my-details.1 !q.contact !q.call-or-email',
    /^Thanks, Ada\./,
  ],
  ['answers a question beside the contact', [`${ada}. ${mvp}?`], 'my-details.1 mvp-price.1'],
  ['asks a buyer for the contact', ['ok let’s start'], 'agreement.1 reply-time.1 q.contact'],
  ['but not twice', ['ok let’s start', 'let’s go ahead'], 'agreement !q.contact'],
  ['nor if it’s known', [ada, 'ok let’s start'], 'agreement.1 !q.contact'],
  [
    'names what is bought',
    [scaleReady, 'ok lets go with that one'],
    'buy.great q.contact',
    /^Great: Scale-Ready Package\./,
  ],
  [
    'knows a product from its calendar',
    ['patients should be able to book an appointment online'],
    '!booking !call-times',
  ],
  ['and from its own terms', ['clients should be able to cancel up to 24 hours before'], '!change-booking !cancel'],
  [
    'says a project back',
    ['I need a booking system for my physio practice'],
    'ack.product',
    /a booking system for a physio/,
  ],
  ['says people back', [gym, 'members and two trainers'], 'ack.people', /^OK: members and 2 trainers\./],
  ['says a date back', [gym, 'members', 'by end of march'], 'ack.noted', /^By end of March, noted\./],
  ['says no strange words back', ['I need a <b>free</b> {value} for my {sum}'], '!ack.product', /^[^<>{}]*$/],
  ['greets', ['hello'], 'talk.hi hello.1 q.product'],
  ['takes thanks', ['thanks'], 'talk.welcome thanks.1'],
  ['has no project for a job seeker', ['are you hiring?'], 'jobs.1 !q.product'],
  ['ends a discount that is over', ['is the discount in the banner still on?'], 'discount.1', /so it’s over\./],
  ['says that it doesn’t know', ['which editor do you write your code in?'], 'unknown.1 unknown.2'],
  ['says that it doesn’t understand', ['asdf'], 'unclear.1'],
  ['offers the next three free times', ['I would like to book a call'], 'booking.1', times],
])('%s', (_, messages, parts, text = /^/) => {
  const reply = chatOf(messages).at(-1)
  expect(reply?.text).toMatch(text)
  expectParts(reply, parts)
})

test('a button’s words aren’t the visitor’s', () => {
  expect(chatOf(['how much', '[website-price]']).at(-1)?.newest).toEqual(nothingKnown)
})

const project = [gym, 'members and two trainers', 'they book a class', 'by end of march', '$6,000', ada]
const questions = [mvp, 'and how long?', nda, 'do you offer support after launch?', 'who owns the code?']

test.each([
  ['who describes a project', [...project, 'ok', 'thanks', 'what happens next?', 'great']],
  ['who asks', ['hi', 'what do you do', ...questions, 'what if you get sick?', 'why', 'thanks']],
  ['who does both', ['hi', ...questions, ...project.slice(0, 4)]],
  [
    'who writes Hindi',
    ['mujhe website chahiye bakery ke liye', 'customers order karenge', 'kitna time lagega', 'aur?'],
  ],
])('nothing is told or asked twice to a visitor %s', (_, messages) => {
  const replies = chatOf(messages)
  for (const all of [replies.flatMap(({ facts }) => facts), replies.map(({ asked }) => asked)])
    expect(all.filter((id, i) => all.indexOf(id) < i)).toEqual([])
  const once = replies.filter(({ moves }) => moves.includes('english.once'))
  expect(once.length).toBeLessThan(2)
})

test('says once in a reply that it answers in English', () => {
  const [reply] = chatOf(['Hallo, ich brauche eine Webseite, was kostet das?'])
  expect(reply?.text.match(/in English/g)).toHaveLength(1)
})

test('asks nothing that the chat or the form knows', () => {
  const known = ['q.product', 'q.date', 'q.budget', 'q.currency', 'q.contact']
  const asked = chatOf([project.join('. '), ...questions, 'ok let’s start', 'let’s go ahead']).map(({ asked }) => asked)
  expect(asked.filter((id) => known.includes(id))).toEqual([])
  const filled = ['name', 'email', 'budget', 'timeline', 'requirements'] as const
  const replies = chatOf(['hi', 'ok let’s start', ...questions, 'ok', 'what happens next?'], { filled })
  expect(replies.filter((reply) => known.includes(reply.asked))).toEqual([])
})

test('offers no times if none are free', () => {
  expect(chatOf(['I would like to book a call'], { times: [] })[0]?.text).toMatch(/^(?!.*start=).*\/call/)
})

test('repeats an answer if it’s asked again, with another question', () => {
  const [first, , again] = chatOf([nda, 'tell me more', nda])
  expect([again?.facts[0], again?.asked === first?.asked]).toEqual(['nda.1', false])
})

test.each([
  ['ok its back', 'empathy.glad q.anything'],
  ['no. ok its back, aws had an outage', 'empathy.glad q.anything'],
  ['we have the aws login', 'ack.ok client-emergency.3 client-emergency.next-2'],
  ['what does an MVP cost?', 'mvp-price.1'],
])('after an outage, replies to “%s” with %s', (content, parts) => {
  const turn = {
    facts: ['client-emergency.1', 'client-emergency.2'],
    moves: [],
    asked: 'client-emergency.next',
    buttons: [],
  }
  const earlier = [
    { role: 'user', content: 'our portal is down' } as const,
    { role: 'assistant', content: '…', turn } as const,
  ]
  expectParts(replyTo([...earlier, { role: 'user', content }]), parts)
})
