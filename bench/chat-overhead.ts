import { setTimeout as pause } from 'node:timers/promises'
import { type MockGateway, type Script, startMockGateway } from '../tests/support/mock-gateway.ts'
import { type RunningSite, startSite } from '../tests/support/start-site.ts'
import { median, residentMegabytes, type Table } from './figures.ts'

/** What a model that obeys says: the numbers of the first sentences that it was offered, which are the reply itself. */
const [first, ...rest] = ['1', '2', '3', '4'] as const
const question = 'What does an MVP cost?'
const model = 'bench'
const turns = 100
const atOnce = 200
const rounds = 5
const firstTokenMs = 60
const wordMs = 20
/** One after the other, what follows the first sentence only costs time. */
let isInTurns = true

/** A line after a while, then line by line: what a fast model does, with an end to the first line that can be timed. */
const paced: Script = async (answer) => {
  await pause(firstTokenMs)
  await answer.piece(`${first}\n`)
  for (const line of rest) {
    await answer.piece(`${line}\n`)
    if (!isInTurns) await pause(wordMs)
  }
  await answer.finish()
}

/** The server's own share: the time to the first whole sentence beside a client that asks the gateway itself, in turns. */
export async function measureChat(): Promise<Table> {
  const gateway = await startMockGateway({ [model]: paced })
  const chat = { CHAT_BASE_URL: gateway.url, CHAT_API_KEY: 'bench', CHAT_MODELS: model, TRUSTED_PROXIES: '1' }
  const site = await startSite(chat)
  await Promise.all(Array.from({ length: 20 }, () => askSite(site)))
  const own: number[] = []
  const ours: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    own.push((await askGateway(gateway)).firstMs)
    ours.push((await askSite(site)).firstMs)
  }
  isInTurns = false
  const memory: number[] = []
  const flood: Reply[][] = []
  let peak = 0
  for (let round = 0; round < rounds; round += 1) {
    const asked = Array.from({ length: atOnce }, () => askSite(site))
    await pause(firstTokenMs + 10 * wordMs)
    peak = Math.max(peak, residentMegabytes(site.process.pid))
    flood.push(await Promise.all(asked))
    memory.push(residentMegabytes(site.process.pid))
  }
  await site.stop()
  await gateway.stop()
  const all = flood.flat()
  const whole = all.filter(({ text }) => text.startsWith('An MVP starts from') && text.endsWith('?')).length
  const later = median(ours) - median(own)
  return {
    title: `The chat over a scripted gateway (first words after ${firstTokenMs} ms, then a line every ${wordMs} ms)`,
    head: ['', 'found', 'wanted'],
    rows: [
      ['first sentence, the gateway itself', `${median(own).toFixed(1)} ms`, ''],
      ['first sentence, through the server', `${median(ours).toFixed(1)} ms`, ''],
      [`later at the median of ${turns} turns`, `${later.toFixed(1)} ms`, '≤ 8 ms'],
      [`whole replies of ${rounds} × ${atOnce} at once`, `${whole} of ${all.length}`, 'all'],
      [
        `first sentence with ${atOnce} at once, median`,
        `${median(all.map(({ firstMs }) => firstMs)).toFixed(0)} ms`,
        '',
      ],
      [`resident memory with ${atOnce} open`, `${peak} MB`, ''],
      ['resident memory after each round', memory.map((megabytes) => `${megabytes} MB`).join(', '), 'flat'],
    ],
  }
}

type Reply = { firstMs: number; text: string }

let visitors = 0

function askSite({ url }: RunningSite): Promise<Reply> {
  visitors += 1
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `10.0.${visitors >> 8}.${visitors & 255}`,
  }
  const body = JSON.stringify({ messages: [{ role: 'user', content: question }] })
  return readReply(`${url}/api/chat`, { method: 'POST', headers, body }, (data) => data.text ?? '')
}

function askGateway({ url }: MockGateway): Promise<Reply> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: question }] })
  const read = (data: Data) => data.choices?.[0]?.delta.content ?? ''
  return readReply(`${url}/chat/completions`, { method: 'POST', headers, body }, read)
}

type Data = { text?: string; choices?: { delta: { content?: string } }[] }

async function readReply(url: string, request: RequestInit, read: (data: Data) => string): Promise<Reply> {
  const startedAt = performance.now()
  const response = await fetch(url, request)
  const decoder = new TextDecoder()
  let firstMs: number | undefined
  let [text, unread] = ['', '']
  for await (const chunk of response.body ?? []) {
    const events = (unread + decoder.decode(chunk, { stream: true })).split('\n\n')
    unread = events.pop() ?? ''
    for (const event of events) {
      if (event.startsWith('data: {')) text += read(JSON.parse(event.slice(6)))
    }
    if (text !== '') firstMs ??= performance.now() - startedAt
  }
  if (firstMs === undefined) throw new Error(`no reply from ${url}: ${response.status} ${text}`)
  return { firstMs, text }
}
