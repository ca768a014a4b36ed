import { vi } from 'vitest'
import { deskApp } from '../../desk/server/desk-app.ts'
import { createSignIn } from '../../desk/server/sign-in.ts'
import { type ChangeLine, readLines } from '../../desk/view/client.ts'
import { sqlite } from './databases.ts'
import { openTestApp } from './desk.ts'

export const host = '127.0.0.1:4322'
export const origin = `http://${host}`
const page = { type: 'text/html', body: '<div id="desk"></div>' }

type Sent = { headers?: Record<string, string>; body?: string; method?: string }

/** A desk, and a signed-in tab. */
export async function openDesk(variables: Record<string, string> = {}, engine = sqlite) {
  const place = await engine.createPlace()
  const desk = await openTestApp(place, variables)
  const onUse = vi.fn()
  const signIn = createSignIn()
  const app = deskApp({ desk, signIn, files: new Map([['/', page]]), onUse })
  const send = (path: string, { headers, ...init }: Sent = {}) =>
    app.request(`${origin}${path}`, { ...init, headers: { host, ...(init.method && { origin }), ...headers } })
  const enter = async (body: string, headers = {}) => await send('/sign-in', { method: 'POST', body, headers })
  const authorization = `Bearer ${await (await enter(signIn.makeKey())).text()}`
  const ask = async (path: string, sent: Sent = {}) =>
    await send(path, { ...sent, headers: { authorization, ...sent.headers } })
  const read = (name: string, input: object = {}, headers = {}) =>
    ask(`/api/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers })
  const change = (name: string, input: object | string) =>
    ask(`/api/${name}`, { method: 'POST', body: typeof input === 'string' ? input : JSON.stringify(input) })
  const work = async (name: string, input: object | string) => {
    const lines: ChangeLine<object>[] = []
    const { body } = await change(name, input)
    if (body) for await (const line of readLines<object>(body)) lines.push(line)
    return lines
  }
  return { app, desk, place, signIn, send, enter, ask, read, change, work, onUse, authorization }
}
