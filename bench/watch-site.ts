import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds that each answer took. */
export type Waits = { page: number[]; lead: number[] }

const eachMs = 20
let visitors = 0

/** Asks for the home page and sends a request, each 20 ms, however long the answers take, while something else is done. */
export async function watchSite(url: string, work: () => Promise<unknown>): Promise<Waits> {
  const waits: Waits = { page: [], lead: [] }
  const asked: Promise<void>[] = []
  let isOver = false
  const visiting = (async () => {
    while (!isOver) {
      asked.push(
        take(waits.page, () => fetch(url)),
        take(waits.lead, () => sendRequest(url)),
      )
      await pause(eachMs)
    }
  })()
  await work()
  isOver = true
  await visiting
  await Promise.all(asked)
  return waits
}

async function take(into: number[], ask: () => Promise<Response>): Promise<void> {
  const startedAt = performance.now()
  const answer = await ask()
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${answer.url} has answered ${answer.status}`)
  into.push(performance.now() - startedAt)
}

/** Each from another visitor. */
function sendRequest(url: string): Promise<Response> {
  visitors += 1
  const body = { name: `Watch ${visitors}`, email: `watch${visitors}@load.example`, project: `A site. ${visitors}` }
  return fetch(`${url}/api/contact`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.9.${visitors >> 8}.${visitors & 255}`,
    },
    body: JSON.stringify(body),
  })
}
