import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { chatDay, chatOf, expectParts, replyTo, sampleAgent } from '../../../tests/support/talk.ts'
import { nothingKnown } from '../../leads/fields.ts'

type Chat = { does: string; chat: string[]; reply: string; text?: string }
const chats: Chat[] = parse(readFileSync('tests/replies.yaml', 'utf8'))

test.each(chats)('$does', ({ chat, reply, text = '' }) => {
  const last = chatOf(chat).at(-1)
  expectParts(last, reply)
  expect(last?.text).toMatch(new RegExp(text))
})

const nda = 'do you sign an NDA?'
const mvp = 'how much is an mvp'
const [ada, gym] = ['Ada Lovelace, ada@client.example', 'I need a booking app for my gym']

test('a button’s words aren’t the visitor’s', () => {
  const content = 'My budget is $5,000 for an mvp'
  expect(replyTo([{ role: 'user', content }]).newest.budget).toBe('5000 USD')
  const reply = replyTo([{ role: 'user', content, picked: 'nda' }])
  expect([reply.facts[0], reply.newest]).toEqual(['nda.1', nothingKnown])
})

test('knows a button by its title', () => {
  const unclear = 'and to keep it running after that?'
  const id = chatOf([unclear])[0]?.buttons.at(-1) ?? ''
  const title = sampleAgent().answersAt(chatDay).all.get(id)?.title ?? ''
  expectParts(chatOf([unclear, title.toUpperCase()]).at(-1), `${id} !unsure !q.which`)
})

const project = [gym, 'members and two trainers', 'they book a class', 'by end of march', '$6,000', ada]
const questions = [mvp, 'and how long?', nda, 'do you offer support after launch?', 'who owns the code?']

test.each([
  ['who describes a project', [...project, 'ok', 'thanks', 'what happens next?', 'great']],
  ['who asks', ['hi', 'what do you do', ...questions, 'what if you get sick?', 'why', 'thanks']],
  ['who does both', ['hi', ...questions, ...project.slice(0, 4)]],
  ['who writes Hindi', ['mujhe website chahiye bakery ke liye', 'customers order karenge', 'kitna time lagega']],
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
