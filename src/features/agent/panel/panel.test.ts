import { afterEach, describe, expect, test, vi } from 'vitest'
import { findLinks, stripMarks } from './ChatLog.tsx'
import { type ChatAction, type ChatState, emptyChat, nextChatState, revealNext } from './chat.state.ts'
import { readEvents } from './chat.stream.ts'
import { recall, remember } from './chat-memory.ts'

const at = 1_760_000_000_000
const asked: ChatAction[] = [{ type: 'sent', text: 'What does an MVP cost?', at }]
const text = (text: string): ChatAction => ({ type: 'text', text, at })

function stateAfter(...actions: ChatAction[]): ChatState {
  return actions.reduce(nextChatState, emptyChat)
}

describe('a conversation', () => {
  test('waits for the first words, shows them as they come, and is over once all were shown', () => {
    expect(stateAfter(...asked)).toMatchObject({ phase: 'pending', messages: [{ role: 'user' }] })
    const coming = stateAfter(...asked, text('From $2,999. '), text('What is it for?'))
    expect(coming).toMatchObject({ phase: 'streaming', shown: 0 })
    const whole = nextChatState(coming, { type: 'done', isApology: false })
    expect(whole.phase).toBe('streaming')
    const over = nextChatState(nextChatState(whole, { type: 'shown', upTo: 28 }), { type: 'closed' })
    expect(over).toMatchObject({ phase: 'idle', ending: undefined })
    expect(over.messages.at(-1)).toEqual({ role: 'assistant', content: 'From $2,999. What is it for?', at })
    expect(stateAfter(...asked, { type: 'done', isApology: false })).toMatchObject({ phase: 'idle' })
  })

  test('takes no blank message, and none while a reply is pending', () => {
    for (const text of ['', ' \n\t', '\u200b']) expect(stateAfter({ type: 'sent', text, at })).toBe(emptyChat)
    const pending = stateAfter(...asked)
    expect(nextChatState(pending, { type: 'sent', text: 'And?', at })).toBe(pending)
  })

  test('keeps what came of a stopped reply, and drops what still comes', () => {
    const stopped = stateAfter(...asked, text('From $2,999. '), { type: 'stopped' })
    expect(stopped).toMatchObject({ phase: 'idle', ending: 'stopped' })
    expect(stopped.messages.at(-1)?.content).toBe('From $2,999. ')
    expect(nextChatState(stopped, text('More.'))).toBe(stopped)
    expect(nextChatState(stopped, { type: 'closed' })).toBe(stopped)
  })

  test('goes on with the same message after the connection broke, or asks again if nothing came', () => {
    const broken = stateAfter(...asked, text('From $2,999.'), { type: 'closed' })
    expect(broken).toMatchObject({ phase: 'idle', ending: 'broken' })
    const goingOn = nextChatState(broken, { type: 'wentOn' })
    expect(goingOn).toMatchObject({ phase: 'pending', ending: undefined, shown: 13 })
    const more = nextChatState(goingOn, text('What is it for?'))
    expect(more.messages).toMatchObject([{ role: 'user' }, { content: 'From $2,999. What is it for?' }])
    expect(more.shown).toBe(13)
    const again = stateAfter(...asked, { type: 'closed' }, { type: 'wentOn' })
    expect(again).toMatchObject({ phase: 'pending', messages: [{ role: 'user' }] })
    expect(stateAfter({ type: 'wentOn' })).toBe(emptyChat)
  })

  test('tells a refusal and an apology from an answer', () => {
    const refused = stateAfter(...asked, { type: 'refused', message: 'Too many.' })
    expect(refused).toMatchObject({ phase: 'idle', ending: 'refused', problem: 'Too many.' })
    const apology = stateAfter(...asked, text('Sorry'), { type: 'done', isApology: true }, { type: 'shown', upTo: 5 })
    expect(apology).toMatchObject({ phase: 'idle', ending: 'apology' })
  })

  test('keeps details of the visitor that a later message doesn’t repeat', () => {
    const first: ChatAction = { type: 'booking', booking: { name: 'Ada', budget: '5000 USD' } }
    const second: ChatAction = { type: 'booking', booking: { name: 'Ada Lovelace', email: 7 } }
    expect(stateAfter(...asked, first, second).info).toEqual({ name: 'Ada Lovelace', budget: '5000 USD' })
  })

  test('is emptied by “Start over”, which can be undone until the next message', () => {
    const empty = stateAfter(...asked, text('From'), { type: 'startedOver' })
    expect(empty).toMatchObject({ messages: [], phase: 'idle', info: {} })
    expect(empty.removed).toMatchObject({ messages: [{ role: 'user' }, { content: 'From' }], ending: 'stopped' })
    if (empty.removed === undefined) throw new Error('nothing can be brought back')
    const back = nextChatState(empty, { type: 'restored', conversation: empty.removed })
    expect(back.messages).toMatchObject([{ role: 'user' }, { content: 'From' }])
    expect(back.removed).toBeUndefined()
    expect(nextChatState(empty, { type: 'sent', text: 'Hello', at }).removed).toBeUndefined()
  })
})

test('shows a few words one by one, and many in about the same time', () => {
  const few = 'From $2,999. \n\nWhat for?'
  const seen: string[] = []
  for (let shown = 0; shown < few.length; ) {
    shown = revealNext(few, shown)
    seen.push(few.slice(0, shown))
  }
  expect(seen).toEqual(['From ', 'From $2,999. \n\n', 'From $2,999. \n\nWhat ', few])
  const many = 'word '.repeat(1000)
  let frames = 0
  for (let shown = 0; shown < many.length; frames += 1) shown = revealNext(many, shown)
  expect(frames).toBeLessThan(150)
  expect(revealNext('Yes. \n ', 5)).toBe(7)
})

describe('the stream of a reply', () => {
  const said = 'data: {"type":"text","text":"Zoë pays ₹10,000 🤖 "}\n\ndata: {"type":"done","outcome":"answered"}\n\n'
  const events = [
    { type: 'text', text: 'Zoë pays ₹10,000 🤖 ', at: expect.any(Number) },
    { type: 'done', isApology: false },
  ]

  async function eventsOf(text: string, size = 7): Promise<ChatAction[]> {
    const bytes = new TextEncoder().encode(text)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let i = 0; i < bytes.length; i += size) controller.enqueue(bytes.slice(i, i + size))
        controller.close()
      },
    })
    const events: ChatAction[] = []
    for await (const event of readEvents(body)) events.push(event)
    return events
  }

  test('is read whole wherever its bytes are cut', async () => {
    for (const size of [1, 2, 3, 5, 1000]) expect(await eventsOf(said, size)).toEqual(events)
  })

  test('may hold both kinds of line breaks, comments and unknown events', async () => {
    const booking = { name: 'Ada', email: null }
    const others = `data: {"type":"mood"}\n\ndata: 7\n\nevent: x\n\ndata:${JSON.stringify({ type: 'booking', booking })}\n\n`
    const stream = `: still here\r\n\r\n${said.replaceAll('\n', '\r\n')}${others}`
    expect(await eventsOf(stream)).toEqual([...events, { type: 'booking', booking }])
  })

  test('breaks at a line that isn’t JSON, and ignores one that was cut off', async () => {
    await expect(eventsOf('data: {"type":"te\n\n')).rejects.toThrow()
    expect(await eventsOf('data: {"type":"text","te')).toEqual([])
  })
})

describe('the tab’s storage', () => {
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

  test('brings a conversation back with its draft and its visitor, and a reply under way as a broken one', () => {
    stubStorage()
    const { messages, info, ...over } = stateAfter(...asked, text('From $2,999.'), { type: 'stopped' })
    remember({ messages, info, ...over }, 'And how', 'abc')
    expect(recall()).toEqual({ conversation: { messages, info, ending: 'stopped' }, draft: 'And how', visitor: 'abc' })
    remember(stateAfter(...asked), '', 'abc')
    expect(recall().conversation.ending).toBe('broken')
  })

  test.each(['', 'null', '7', '[]', '{"messages":7}', '{"messages":[null,7,{}]}', '{"info":[],"ending":"x"}'])(
    'counts %j as nothing',
    (rubbish) => {
      stubStorage().set('chat', rubbish)
      expect(recall().conversation).toEqual({ messages: [], info: {}, ending: undefined })
      expect(recall().visitor).toMatch(/^[\w-]{8,64}$/)
    },
  )

  test('drops only the messages that are damaged', () => {
    const message = { role: 'user', content: 'Hello', at }
    const messages = [{ role: 'system', content: 'x', at }, message, { ...message, at: 'y' }]
    stubStorage().set('chat', JSON.stringify({ messages }))
    expect(recall().conversation.messages).toEqual([message])
  })

  test('may be missing or full; then it holds the newest part, or nothing', () => {
    vi.stubGlobal('sessionStorage', undefined)
    remember(stateAfter(...asked), '', 'abc')
    expect(recall().conversation.messages).toEqual([])
    stubStorage(4000)
    const messages = Array.from({ length: 150 }, (_, i) => ({ role: 'user' as const, content: `Message ${i}`, at }))
    remember({ ...emptyChat, messages }, '', 'abc')
    expect(recall().conversation.messages.at(-1)?.content).toBe('Message 149')
    stubStorage(10)
    remember(stateAfter(...asked), '', 'abc')
    expect(recall().conversation.messages).toEqual([])
  })
})

describe('a reply on the screen', () => {
  const linksIn = (text: string) => findLinks(text, 'hello@kitewright.example').flatMap(({ to }) => to || [])

  test('loses its marks of bold, italic and headings', () => {
    const marked = '## Prices\n\nAn **MVP** starts at __$2,999__, *fixed*, _in writing_.\nYes.'
    expect(stripMarks(marked)).toBe('Prices\n\nAn MVP starts at $2,999, fixed, in writing.\nYes.')
    const nested = '***both*** and **bold with *italic* in it** and **Note:**text'
    expect(stripMarks(nested)).toBe('both and bold with italic in it and Note:text')
  })

  test.each(['2 * 3 * 4', 'snake_case_name', '5*3*2', 'issue #4', '#hashtag', 'a ** b', 'a_b and c_d', '* item'])(
    'keeps %j as it is',
    (text) => expect(stripMarks(text)).toBe(text),
  )

  test('links the site’s own pages and the studio’s address, and loses no word', () => {
    const text = 'See /blog/saas-mvp-cost-guide. Or /#pricing, /contact (hello@kitewright.example).'
    const links = ['/blog/saas-mvp-cost-guide', '/#pricing', '/contact', 'mailto:hello@kitewright.example']
    expect(linksIn(text)).toEqual(links)
    const pieces = findLinks(text, 'hello@kitewright.example').map((piece) => piece.text)
    expect(pieces.join('')).toBe(text)
  })

  test('shows a free time by the visitor’s clock, and links it to its form', () => {
    const [, link] = findLinks('Free is /call?start=2026-11-26T09:00Z.', 'hello@kitewright.example')
    expect(link?.to).toBe('/call?start=2026-11-26T09:00Z')
    expect(link?.text).toMatch(/^\w+, November 2[5-7], 2026.* \d+:00/)
  })

  test.each([
    ...['https://evil.example/blog/x', '//evil.example/blog', 'evil.example/privacy', 'javascript:alert(1)'],
    ...['and/or 24/7 $50 /month', 'other@kitewright.example', 'xhello@kitewright.example'],
    ...['/blog/../etc/passwd', '<a href="/x">'],
  ])('links nothing in %j', (text) => expect(linksIn(text)).toEqual([]))
})
