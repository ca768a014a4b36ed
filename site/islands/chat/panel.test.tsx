import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { siteContent } from '../../../platform/content/site-content.ts'
import { mapFields } from '../../../platform/fields.ts'
import { chatLimits } from '../../../platform/limits/limits.ts'
import { consultationFields } from '../../../server/leads/fields.ts'
import { adaConsultation } from '../../../tests/support/desk.ts'
import type { FormState } from '../../ui/form/form.ts'
import { budgetText, ConsultationCard } from '../consultation/ConsultationCard.tsx'
import { ConsultationSheet } from '../consultation/ConsultationSheet.tsx'
import { nextConsultation } from '../consultation/consultation-form.ts'
import { type ChatAction, emptyChat, nextChatState, topicsIn } from './chat-state.ts'
import { restoreChat, storeChat } from './chat-storage.ts'
import { findLinks, stripMarkdown, timestampText } from './message-text.ts'
import { noticeOf } from './Notice.tsx'
import { readEvents } from './stream-reply.ts'

const at = 1_760_000_000_000
const asked: ChatAction[] = [{ type: 'sent', text: 'What does an MVP cost?', at }]
const text = (text: string): ChatAction => ({ type: 'text', text, at })

const stateAfter = (...actions: ChatAction[]) => actions.reduce(nextChatState, emptyChat)

test('ignores text that arrives after a reply was stopped', () => {
  const stopped = stateAfter(...asked, text('From $2,999. '), { type: 'stopped' })
  expect(nextChatState(stopped, text('More.'))).toBe(stopped)
  expect(nextChatState(stopped, { type: 'closed', isOffline: false })).toBe(stopped)
})

test('tells a message that was never sent from a reply that broke off', () => {
  const closed: ChatAction = { type: 'closed', isOffline: true }
  expect(stateAfter(...asked, closed).incompleteReason).toBe('unsent')
  expect(stateAfter(...asked, text('From $2,999. '), closed).incompleteReason).toBe('broken')
})

describe('the notice below an incomplete reply', () => {
  const { call: _, ...widget } = siteContent().chat.widget
  const words = { ...widget, limits: chatLimits }
  const noticeAfter = (...actions: ChatAction[]) => noticeOf(stateAfter(...actions), words)

  test('is absent while a reply is pending, and after a complete reply', () => {
    expect(noticeAfter(...asked)).toBeUndefined()
    const end: ChatAction[] = [
      { type: 'done', isApology: false },
      { type: 'shown', length: 99 },
    ]
    expect(noticeAfter(...asked, text('From $2,999.'), ...end)).toBeUndefined()
  })

  test('offers to continue a stopped reply', () => {
    const notice = noticeAfter(...asked, text('From $2,999. '), { type: 'stopped' })
    expect(notice).toMatchObject({
      kind: 'stopped',
      text: words.stopped,
      actions: { [words.goOn]: { type: 'continued' } },
    })
  })

  test('shows the server’s reason for a refusal, and offers to leave a message instead', () => {
    const notice = noticeAfter(...asked, { type: 'refused', message: 'Too many messages.' })
    expect(notice).toMatchObject({ kind: 'refused', text: 'Too many messages.' })
    expect(Object.keys(notice?.actions ?? {})).toEqual([words.tryAgain, words.leave])
  })

  test('offers to undo starting over', () => {
    const history = { messages: [{ role: 'user', content: 'What does an MVP cost?', at }] }
    const notice = noticeAfter(...asked, { type: 'startedOver' })
    expect(notice).toMatchObject({ kind: 'cleared', actions: { [words.undo]: { type: 'restored', history } } })
  })
})

test('offers the topics of the last reply until the visitor picks one, which the message names', () => {
  const buttons = [{ id: 'mvp-price', title: 'MVP price' }, { id: 7, title: 'No id' }, null, { id: 'empty', title: '' }]
  const turn = { facts: ['price-overview.1'], moves: ['unsure'], asked: '', buttons }
  const reply: ChatAction[] = [text('Which one?'), { type: 'turn', turn, proof: 'p2' }]
  const end: ChatAction[] = [
    { type: 'done', isApology: false },
    { type: 'shown', length: 99 },
  ]
  const replied = stateAfter(...asked, ...reply, ...end)
  expect(replied.messages[1]).toMatchObject({ content: 'Which one?', turn, proof: 'p2' })
  expect(topicsIn(replied)).toEqual([{ id: 'mvp-price', title: 'MVP price' }])
  expect(topicsIn(stateAfter(...asked, ...reply))).toEqual([])
  const picked = nextChatState(replied, { type: 'sent', text: 'MVP price', picked: 'mvp-price', at })
  expect(picked.messages[2]).toMatchObject({ content: 'MVP price', picked: 'mvp-price' })
  expect(topicsIn(picked)).toEqual([])
  stubStorage()
  storeChat(picked, '')
  expect(restoreChat().history.messages).toEqual(picked.messages)
  const buttonsOf = (buttons: unknown) =>
    topicsIn({ ...replied, messages: [{ ...replied.messages[1], turn: { buttons } } as never] })
  for (const wrong of [undefined, 'x', {}, [[]]]) expect(buttonsOf(wrong)).toEqual([])
})

const said = 'data: {"type":"text","text":"Zoë pays ₹10,000 🤖 "}\n\ndata: {"type":"done","outcome":"answered"}\n\n'
const events = [
  { type: 'text', text: 'Zoë pays ₹10,000 🤖 ', at: expect.any(Number) },
  { type: 'done', isApology: false },
]

async function eventsOf(text: string, size: number): Promise<ChatAction[]> {
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let i = 0; i < bytes.length; i += size) controller.enqueue(bytes.slice(i, i + size))
      controller.close()
    },
  })
  const events: ChatAction[] = []
  for await (const event of readEvents(body)) events.push(event)
  return events
}

test('a reply is read completely however its bytes are split, with any line breaks, comments and unknown events', async () => {
  const others =
    'data: {"type":"turn","turn":[7],"proof":"p"}\n\ndata: {"type":"mood"}\n\ndata: 7\n\nevent: x\n\ndata:{"type":"details","details":{}}\n\n'
  const stream = `: still here\r\n\r\n${said.replaceAll('\n', '\r\n')}${others}`
  for (const size of [1, 2, 3, 1000])
    expect(await eventsOf(stream, size)).toEqual([
      ...events,
      { type: 'turn', turn: [7], proof: 'p' },
      { type: 'details', details: {} },
    ])
})

/** @param room how many characters fit */
function stubStorage(room = Number.POSITIVE_INFINITY): Map<string, string> {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new Error('full')
      kept.set(key, value)
    },
  })
  return kept
}
afterEach(() => vi.unstubAllGlobals())

test('the tab’s storage may be missing or full: then the newest messages are stored, or none', () => {
  const messages = Array.from({ length: 150 }, (_, i) => ({ role: 'user' as const, content: `Message ${i}`, at }))
  const kept = () => {
    storeChat({ ...emptyChat, messages }, '')
    return restoreChat().history.messages.at(-1)?.content
  }
  vi.stubGlobal('sessionStorage', undefined)
  expect(kept()).toBeUndefined()
  stubStorage(4000)
  expect(kept()).toBe('Message 149')
  stubStorage(10)
  expect(kept()).toBeUndefined()
})

describe('a reply on the screen', () => {
  const studio = 'hello@kitewright.example'
  const linksIn = (text: string) => findLinks(text, studio, 'en').flatMap(({ href }) => href || [])

  test.each<readonly [string, string]>([
    ['## Prices\n\nAn **MVP** at __$2,999__, *fixed*, _in writing_.', 'Prices\n\nAn MVP at $2,999, fixed, in writing.'],
    ['***both***, **bold with *italic* in it**, **Note:**text', 'both, bold with italic in it, Note:text'],
    ...['2 * 3 * 4', '5*3*2', 'a ** b', '* item', 'snake_case_name', '#hashtag'].map((same) => [same, same] as const),
  ])('shows %j as %j', (marked, shown) => expect(stripMarkdown(marked)).toBe(shown))

  test('links the site’s own pages and the studio’s address, and keeps every word', () => {
    const text = 'See /blog/saas-mvp-cost-guide. Or /#pricing, /contact (hello@kitewright.example).'
    const links = ['/blog/saas-mvp-cost-guide', '/#pricing', '/contact', 'mailto:hello@kitewright.example']
    expect(linksIn(text)).toEqual(links)
    const shown = findLinks(text, studio, 'en').map((piece) => piece.text)
    expect(shown.join('')).toBe(text)
  })

  test('shows a free time in the visitor’s time zone and the site’s language, and links it to its form', () => {
    const shown = (lang: string) => findLinks('Free is /call?start=2026-11-26T09:00Z.', studio, lang)[1]
    expect(shown('en')?.href).toMatch(/^\/call\?start=2026-11-26T09:00Z&zone=\w/)
    expect(shown('en')?.text).toMatch(/^\w+, November 2[5-7], 2026.* \d+:00/)
    expect(shown('pt-PT')?.text).toMatch(/^[\w-]+, 2[5-7] de novembro de 2026/)
  })

  test.each([
    ...['https://evil.example/blog/x', '//evil.example/blog', 'evil.example/privacy', 'javascript:alert(1)'],
    ...['and/or 24/7 $50 /month', 'other@kitewright.example', 'xhello@kitewright.example'],
    ...['/blog/../etc/passwd', '<a href="/x">'],
  ])('links nothing in %j', (text) => expect(linksIn(text)).toEqual([]))
})

test('says when a message was sent once a minute, with the day if it’s a new one', () => {
  const minuteMs = 60_000
  const noon = new Date(2025, 9, 9, 12).getTime()
  expect(timestampText(noon, undefined, 'en')).toMatch(/^Oct 9, 2025, 12:00\sPM$/)
  expect(timestampText(noon + minuteMs, noon, 'en')).toMatch(/^12:01\sPM$/)
  expect(timestampText(noon + 1, noon, 'en')).toBe('')
  expect(timestampText(Date.now(), noon, 'en')).toMatch(/^today, \d+:\d\d\s[AP]M$/)
  expect(timestampText(Date.now(), noon, 'pt-PT')).toMatch(/^hoje, \d\d:\d\d$/)
})

describe('the request in the chat', () => {
  const first = { values: {}, requestId: 'one', startedAt: 0 }

  function html(state: Partial<FormState> = {}, values = adaConsultation, hasCalls = true): string {
    const { chat, words } = siteContent()
    const { call: instead, ...texts } = chat.consultation
    const call = hasCalls ? { link: 'Book a call', instead } : undefined
    const nothing = () => {}
    const props = {
      words: { ...texts, call, texts: words.form },
      values,
      state: { ...first, ...state },
      onSubmit: nothing,
    }
    const on = { onType: nothing, onAgree: nothing, onClose: nothing }
    return renderToStaticMarkup(
      <>
        <ConsultationCard {...props} onEdit={nothing} />
        <ConsultationSheet {...props} {...on} />
      </>,
    )
  }

  test('has one primary button, and links to the free times if the site offers calls', () => {
    const [card = ''] = html().split('<dialog')
    expect(card.match(/class="button"/g)).toHaveLength(1)
    expect(card).toMatch(/href="\/call">Book a call instead<\/a>/)
    expect(html({}, adaConsultation, false)).not.toContain('/call')
  })

  test('shows only what is known, and the email draft once there are a name and an email', () => {
    const none = mapFields(consultationFields, () => '')
    const known = html({}, { ...none, name: 'Ada', budget: '5000 USD' }).replaceAll(/<(?!dt|dd).*?>/g, '')
    expect(known).toContain('<dt>From<dd>Ada<dt>Budget<dd>$5,000')
    expect(known).not.toMatch(/Project|Timeline<dd|Book Consultation Now/)
    expect(html({}, { ...none, name: 'Ada', email: 'ada@client.example' })).toMatch(/mailto:.*Book Consultation Now/)
  })

  test.each([
    ['5000 USD', '$5,000'],
    ['5000-9000 EUR', '€5,000 – €9,000'],
    ['500000 INR', '₹500,000'],
    ...['5000', 'Around $8,000', 'under 10k'].map((same) => [same, same]),
  ])('shows a budget of %s as %s', (budget, shown) => {
    expect(budgetText(budget ?? '', 'en').replaceAll(/\s/g, ' ')).toBe(shown)
  })

  test('can’t be sent twice or changed while it’s being sent', () => {
    const sending = html({ isSending: true })
    expect(sending.match(/<button[^>]* disabled[^>]*>Sending\.\.\.</g)).toHaveLength(2)
    expect(sending.match(/<(input|textarea)[^>]* readonly/gi)).toHaveLength(6)
  })

  test('opens the folded fields if one of them is wrong', () => {
    const errors = (name: string) => ({ errors: { message: 'Too long', fields: { [name]: 'Too long' } } })
    expect(html(errors('email'))).toContain('<details>')
    expect(html(errors('budget'))).toMatch(/<details open="">.*Too long/)
  })

  test('has its own key after another one was sent, and keeps the visitor’s details', () => {
    const sent = {
      ...first,
      values: { name: 'Ada L', requirements: 'A kite' },
      reference: 'KW-1',
      sent: adaConsultation,
    }
    const another = { ...sent, ...nextConsultation(sent) }
    expect(another).toMatchObject({ values: { name: 'Ada L' }, reference: undefined, sent: undefined })
    expect([another.values.requirements, another.requestId === 'one']).toEqual([undefined, false])
  })

  test('becomes a receipt, and a card again once something has changed', () => {
    const sent = { reference: 'KW-1', sent: adaConsultation }
    expect(html(sent)).toMatch(/KW-1(?!.*<dl)/)
    expect(html({ ...sent, sent: { ...adaConsultation, company: '' } })).toMatch(/KW-1.*<dl/)
  })
})
