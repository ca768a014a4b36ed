import { join, resolve } from 'node:path'
import { siteContent } from '../platform/content/site-content.ts'
import { loadEnvironment } from '../platform/environment.ts'
import { createSilentLog } from '../platform/log.ts'
import { builtIn, openChat } from '../server/chat/chat.ts'
import type { ChatMessage } from '../server/chat/messages.ts'
import { answerChat } from '../server/chat/reply.ts'
import { readTrained, trainedFile } from '../server/chat/understand/train.ts'
import { median, quantile, type Table } from './figures.ts'

const build = 'dist/sample'
const warmUps = 40
const rounds = 40

/** Repeated to 2,000 characters each, twelve times, which is the limit. The worst were found by search. */
const pieces: Record<string, string> = {
  'a description':
    'I run a bakery in Leeds, and we need a website with online ordering, a calendar, and a newsletter, for about 5000 dollars, by the end of March. Can you build that? My email is ada@client.example. ',
  'sums and list items': '2-"; ; $1 ',
  'names and companies': '10-15k an app, our company 5,000 ßby march Bar. 字 İ',
  'short clauses': 'and end of ﬃor ßplus or or 漢need , qqmay the not 漢qqmay also and Foo Bar or , plus ? ',
  'characters that decompose': 'ﷺ, ',
  'emoji with accents': '😀\u0301',
}

/** Measures what a built-in reply to the longest chats costs the main thread, and how long it takes. */
export async function measureLongChats(): Promise<Table> {
  const { chat: content, studio } = siteContent()
  const trained = readTrained(join(build, trainedFile))
  const chat = openChat({
    environment: loadEnvironment(),
    content,
    answers: () => trained,
    studioAddress: studio.email,
    detailsProgram: resolve(build, 'server/read-details.mjs'),
    now: Date.now,
    log: createSilentLog(),
  })
  const rows: string[][] = []
  for (const [name, piece] of Object.entries(pieces)) {
    const content = [...piece.repeat(2_000)].slice(0, 2_000).join('')
    const messages = Array<ChatMessage>(12).fill({ role: 'user', content })
    const times: { cpuMs: number; ms: number }[] = []
    for (let round = 0; round < warmUps + rounds; round += 1) {
      const [cpu, startedAt] = [process.threadCpuUsage(), performance.now()]
      const reply = answerChat({ ...chat, models: [builtIn] }, messages, {
        signal: new AbortController().signal,
        requestId: 'bench',
      })
      for await (const _ of reply);
      const { user, system } = process.threadCpuUsage(cpu)
      if (round >= warmUps) times.push({ cpuMs: (user + system) / 1000, ms: performance.now() - startedAt })
    }
    const cpuMs = times.map((time) => time.cpuMs)
    const total = median(times.map(({ ms }) => ms))
    rows.push([
      name,
      `${median(cpuMs).toFixed(1)} ms`,
      `${quantile(cpuMs, 0.95).toFixed(1)} ms`,
      `${total.toFixed(0)} ms`,
    ])
  }
  return {
    title: 'Replies to chats of 24,000 characters (without HTTP)',
    head: ['twelve messages of', 'main thread, median (target 20 ms)', '95%', 'time to the end of the reply, median'],
    rows,
  }
}
