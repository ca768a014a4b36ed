import { open } from 'node:fs/promises'
import { get as getInClear, type IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { useAgent } from 'request-filtering-agent'

/** Why a calendar could not be read, in words for the owner; never its address, which is a secret. */
export class CalendarProblem extends Error {
  override name = 'CalendarProblem'
}

export const mostBytes = 5 * 1024 * 1024
const mostRedirects = 3

/**
 * The text of a calendar at a http, https or file address. A private network is asked only where the address names it, by number
 * or as localhost: neither a name of the internet nor a redirect leads there. @throws CalendarProblem
 */
export async function fetchCalendar(address: string, signal: AbortSignal): Promise<string> {
  const url = new URL(address)
  if (url.protocol !== 'file:') return await textOf(await follow(url, signal))
  const file = await open(url)
  try {
    if (!(await file.stat()).isFile()) throw new CalendarProblem('it is no file')
    return await textOf(file.createReadStream())
  } finally {
    await file.close()
  }
}

async function follow(first: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const { hostname } = first
  const named = hostname === 'localhost' ? ['127.0.0.1', '::1'] : [hostname.replace(/^\[|\]$/g, '')]
  // A name in this list would be looked for among addresses, and found to be none.
  const allowIPAddressList = named.filter((each) => /^[\d.]+$|:/.test(each))
  let url = first
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const answer = await ask(url, allowIPAddressList, signal)
    const { statusCode = 0 } = answer
    if (statusCode === 200) return answer
    answer.destroy()
    const next = URL.parse(answer.headers.location ?? '', url)
    if (statusCode < 300 || statusCode >= 400 || next === null) throw new CalendarProblem(`it answers ${statusCode}`)
    if (!/^https?:$/.test(next.protocol)) throw new CalendarProblem(`it leads to a ${next.protocol} address`)
    url = next
  }
  throw new CalendarProblem(`it redirects more than ${mostRedirects} times`)
}

function ask(url: URL, allowIPAddressList: string[], signal: AbortSignal): Promise<IncomingMessage> {
  const headers = { accept: 'text/calendar', 'accept-encoding': 'identity' }
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? get : getInClear
    request(url, { agent: useAgent(url.href, { allowIPAddressList }), headers, signal }, resolve).once('error', reject)
  })
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > mostBytes) throw new CalendarProblem(`it is larger than ${mostBytes / 1024 / 1024} MB`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
