import { expect, test } from 'vitest'
import { siteContent } from '../../../platform/content/site-content.ts'
import { turnOf } from '../../../tests/support/chat-visitor.ts'
import { choosing, inTurn, numberOf, openChat, replies } from '../../../tests/support/mock-gateway.ts'
import { chatDay, expectParts, sampleAgent } from '../../../tests/support/talk.ts'
import type { ChatMessage } from '../messages.ts'
import { estimateTokens, maxPromptTokens } from './prompt.ts'

const question = 'What does an MVP cost?'
const user = (content: string): ChatMessage => ({ role: 'user', content })
const third = { 'mvp-price': [3] }
const one = choosing(third)
const [price, time, agreement] = ['mvp-price', 'mvp-time', 'nda'].map(numberOf)
const builtIn = 'mvp-price.1 mvp-price.2 mvp-price.next !mvp-price.3'
const ownWords = '{"tell":["An MVP is $500"],"text":"Deal!","open":"Deal!","ask":"Deal?"}'
const inTrouble = '{"tell":[["danger",[1]],[-1,[1]],[0,[1]],[1e9,[1]]],"unsure":["despair"]}'

test.each<[does: string, reply: string, parts: string]>([
  ['chooses sentences', one, 'mvp-price.3 !mvp-price.1'],
  ['is in a fence of Markdown', `Here:\n\`\`\`json\n${one}\n\`\`\`\nThanks!`, 'mvp-price.3 !mvp-price.1'],
  ['stands in an array', `[${one}]`, 'mvp-price.3 !mvp-price.1'],
  ['has wrong types', `{"tell":[["4"],null,{},${price}],"open":7,"quotes":[]}`, 'mvp-price.1 !mvp-price.2'],
  ['has the wrong order', choosing({ 'mvp-price': [3, 1] }), 'mvp-price.3 !mvp-price.1'],
  ['also names what doesn’t exist', choosing({ 'mvp-price': [99, 3], x: [1] }, { open: 'x', ask: 'x' }), 'mvp-price.3'],
  ['adds another offer’s price', choosing({ ...third, 'website-price': [1] }), 'mvp-price.3 !website-price'],
  ['asks an answer’s question', choosing(third, { ask: `${agreement}.next` }), 'mvp-price.3 nda.next'],
  ['asks a shared question', choosing(third, { ask: 'q.contact' }), 'mvp-price.3 q.contact'],
  ['asks somebody in trouble', choosing(third, { ask: 'danger.next' }), 'mvp-price.3 mvp-price.next'],
  ['fills in what nobody said', choosing(third, { open: ['ack.name:name', 'ack.noted:date'] }), '!ack.name !ack.noted'],
  ['fills in nothing', choosing(third, { open: ['ack.name', 'ack.noted:toString'] }), '!ack.name !ack.noted'],
  ['feels sorry beside prices', choosing(third, { open: 'empathy.sorry' }), 'mvp-price.3 !empathy.sorry'],
  ['isn’t sure', choosing({}, { unsure: [price, time, 99_999] }), 'unsure q.which [mvp-price] [mvp-time] !mvp-price'],
  ['leaves a question for later', choosing(third, { left: [time] }), 'mvp-price.3 q.also [mvp-time] !mvp-time'],
  ['is prose', 'An MVP is $500, deal!', builtIn],
  ['is broken', one.slice(0, -1), builtIn],
  ['is two plans', `${one}\n${one}`, builtIn],
  ['is a list', '[117, [1, 2]]', builtIn],
  ['chooses nothing', choosing({}), builtIn],
  ['is about people in trouble', inTrouble, builtIn],
  ['has sentences of its own', ownWords, builtIn],
])('if a model’s plan %s', async (_, reply, parts) => {
  const { ask } = await openChat([replies(reply)])
  const { text, turn, outcome } = await ask(question)
  expectParts(turn && turnOf(turn), parts)
  expect([text, outcome]).toEqual([expect.not.stringMatching(/\$500|[Dd]eal|\{|undefined/), 'answered'])
})

test('fills an opening only with what this message said', async () => {
  const { ask } = await openChat([replies(choosing(third, { open: 'ack.noted:date' }))])
  expect((await ask(`${question} I need it by end of march.`)).text).toMatch(/^By end of March, got it\. You get a/)
})

test('a model can only fill in details that it copies from the visitor’s words, in their meaning', async () => {
  const message = 'ledger thing for Kirana Connect pls, before holi is our season, and Zoho quoted 9k'
  const none = { company: null, timeline: null, email: null, budget: null }
  const wrong = [{ company: 'Acme Connect' }, { timeline: 'before Diwali' }, { email: 'Kirana Connect' }]
  const stranger = [{ company: ['Kirana Connect'] }, { status: 'before holi' }, { budget: '9k' }]
  const right = { company: 'Kirana Connect', timeline: 'before holi' }
  const all = [...wrong, ...stranger, right]
  const plans = all.map((quotes) => replies(choosing({ 'my-project': [1] }, { quotes })))
  const { ask } = await openChat([inTurn(...plans)])
  for (const quotes of all) {
    const last = (await ask(message)).events.findLast(({ type }) => type === 'details')
    expect(last, JSON.stringify(quotes)).toMatchObject({ details: quotes === right ? right : none })
  }
})

const hacked = { security: [numberOf('security-incident'), [1, 2]], price: [price, [1]] } as const
const plan = (more: object) => JSON.stringify({ act: 'ask', tell: [], ...more })
const nursery = 'my husband asked you about an ordering site for plants. he died on the 8th'
const sorry = { facts: [], moves: ['empathy.loss'], asked: 'q.anything', buttons: [] }
const grieving: ChatMessage[] = [user(nursery), { role: 'assistant', content: 'I’m so sorry …', turn: sorry }]

test.each<[does: string, messages: readonly ChatMessage[], reply: string, parts: string]>([
  [
    'hears trouble',
    [user('our pages look odd today')],
    plan({ act: 'trouble', tell: [hacked.price, hacked.security, hacked.price], ask: 'mvp-price.next' }),
    'mvp-price.1 !security-incident',
  ],
  [
    'hears trouble first',
    [user('our pages look odd today')],
    plan({ act: 'trouble', tell: [hacked.security, hacked.price], ask: `${price}.next` }),
    'security-incident.1 security-incident.2 !mvp-price',
  ],
  [
    'speaks of trouble without any',
    [user(question)],
    plan({ tell: [hacked.security, hacked.price] }),
    '!security-incident mvp-price.1',
  ],
  [
    'leaves what nobody asked',
    [user(question)],
    plan({ questions: ['cost of an mvp'], tell: [[price, [1]]], left: [time] }),
    'mvp-price.1 !q.also ![mvp-time]',
  ],
  [
    'leaves the second question',
    [user(`${question} And how long does it take?`)],
    plan({ questions: ['cost', 'time'], tell: [[price, [1]]], left: [time, price] }),
    'mvp-price.1 q.also [mvp-time] ![mvp-price]',
  ],
  [
    'names a product that nobody wants',
    [user('I run a bakery, and the booking system at my gym is better than my life.')],
    plan({ open: 'ack.product:product', tell: [[price, [1]]] }),
    '!ack.product mvp-price.1',
  ],
  [
    'only asks',
    [user('We lose two days a week retyping certificates.')],
    plan({ ask: 'q.first-job' }),
    'ack.short q.first-job',
  ],
  [
    'compares the visitor’s sum',
    [user('Is $2,000 enough for an MVP?')],
    plan({
      open: 'ack.noted:budget',
      tell: [
        [numberOf('website-price'), [1]],
        [numberOf('budgets'), [1, 2, 3]],
      ],
    }),
    'budgets.mvp-below !budgets.mvp-reaches !budgets.full-saas-below !ack.noted',
  ],
  [
    'asks for a name it knows',
    [user('My name is Ada Park and I want a quote.')],
    plan({ tell: [[price, [1]]], ask: 'q.contact' }),
    'mvp-price.1 q.email',
  ],
  ['sells to the bereaved', [user(nursery)], plan({ open: 'empathy.loss', ask: 'q.date' }), 'empathy.loss q.anything'],
  [
    'sells to the bereaved later',
    [...grieving, user('what did he agree to?')],
    plan({ open: 'empathy.loss', tell: [[numberOf('unknown'), []]], ask: 'q.contact' }),
    'unknown.1 unknown.2 q.anything !empathy.loss',
  ],
  [
    'lets the bereaved go',
    [...grieving, user('thank you, goodnight')],
    plan({ act: 'smallTalk', open: 'talk.welcome', ask: 'none' }),
    'talk.welcome !q.anything',
  ],
])('if a model %s', async (_, messages, reply, parts) => {
  const { ask } = await openChat([replies(reply)])
  const { turn } = await ask(messages)
  expectParts(turn && turnOf(turn), parts)
})

const tokensOf = (prompt: readonly { content: string }[]) =>
  prompt.reduce((sum, { content }) => sum + estimateTokens(content), 0)

/** The prompt a model gets for a chat. */
async function promptOf(...messages: ChatMessage[]) {
  const { ask, gateway } = await openChat([replies(one)])
  await ask(messages)
  return gateway.requests[0]?.body.messages ?? []
}

test('reads a cacheable message first, then what is known of the chat, in ids and the studio’s words', async () => {
  const asked = `${question} I am Zebedee, zeb@ra.example.`
  const turn = { facts: ['mvp-price.1', 'zebra'], moves: [], asked: 'mvp-price.next', buttons: ['zebra'] }
  const zebra = await promptOf(user(asked), { role: 'assistant', content: 'An MVP …', turn }, user('count zebras'))
  const [fixed, known, first, , last] = zebra.map(({ content }) => content)
  expect(tokensOf(zebra)).toBeLessThan(12_000)
  expect(fixed).toBe((await promptOf(user('Hello')))[0]?.content)
  expect(fixed).toContain(`\n${numberOf('mvp-price')} MVP price\n`)
  expect(known).toMatch(/^topic: MVP price\noffer: an MVP\nasked: What’s the one .*\nsaid: mvp-price\.1\n/m)
  expect(known).toMatch(/^asked before: mvp-price\.next\nknown: name email$/m)
  expect(known).toContain(`\n${numberOf('mvp-price')} MVP price\n  1 An MVP starts at $2,999`)
  expect(`${fixed}${known}`).not.toMatch(/zeb/i)
  const [, fence = ''] = /between \[(\w{12})\]/.exec(known ?? '') ?? []
  expect([first, last]).toEqual([asked, 'count zebras'].map((said) => `[${fence}]\n${said}\n[/${fence}]`))
  expect((await promptOf(user('Hello')))[1]?.content).not.toContain(fence)
})

test('reads at most eight messages of 2,000 characters, without control characters, and is paid for all', async () => {
  const kite = '🪁'.repeat(2_000)
  const long = Array.from({ length: 9 }, (_, i): ChatMessage[] => [user(`${i}`), { role: 'assistant', content: kite }])
  const chat = [...long.flat(), user(`a${kite.slice(2)}`), user('a\u0000b\u001B[31mc\uD800d\r\ne 🥐')]
  const prompt = await promptOf(...chat)
  const messages = prompt.slice(2).map(({ content }) => content)
  expect(messages).toHaveLength(8)
  expect(messages.join('').isWellFormed()).toBe(true)
  expect(messages.at(-1)).toContain('\nab[31mc\uFFFDd\ne 🥐\n')
  expect(Math.max(...messages.map(({ length }) => length))).toBeLessThanOrEqual(2_000 + '[]\n\n[/]'.length + 2 * 12)
  const answers = sampleAgent().answersAt(chatDay)
  expect(maxPromptTokens(siteContent().chat.prompt, answers, chat)).toBeGreaterThanOrEqual(tokensOf(prompt))
})
