import { open } from 'node:fs/promises'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import { brotliDecompressSync, inflateRawSync, unzipSync } from 'node:zlib'
import { useAgent } from 'request-filtering-agent'

/** The reason reading a calendar failed. Shown to the owner, so it never contains the calendar's secret URL. */
export class CalendarProblem extends Error {
  override name = 'CalendarProblem'
}

export const maxBytes = 5 * 1024 * 1024
const maxRedirects = 5
/** Outlook refuses clients that don't look like a browser. */
const userAgent =
  'Mozilla/5.0 (compatible; Kitewright) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/**
 * Reads a calendar's text from an http, https, or file URL. Only a URL with an IP address or localhost can reach a private
 * network. Domain names and redirects can't. @throws CalendarProblem
 */
export async function fetchCalendar(calendarUrl: string, signal: AbortSignal): Promise<string> {
  const url = new URL(calendarUrl)
  if (url.protocol !== 'file:') {
    const response = await follow(url, signal)
    const bytes = await bytesOf(response)
    const { 'content-encoding': encoding, 'content-type': type } = response.headers
    return textOf(decompress(bytes, encoding), type)
  }
  const file = await open(url)
  try {
    if (!(await file.stat()).isFile()) throw new CalendarProblem('it isn’t a file')
    return textOf(decompress(await bytesOf(file.createReadStream())))
  } finally {
    await file.close()
  }
}

async function follow(first: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const { hostname } = first
  const hosts = hostname === 'localhost' ? ['127.0.0.1', '::1'] : [hostname.replace(/^\[|\]$/g, '')]
  // The list can only contain IP addresses.
  const allowIPAddressList = hosts.filter((host) => /^[\d.]+$|:/.test(host))
  let url = first
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await request(url, allowIPAddressList, signal)
    const { statusCode = 0 } = response
    if (statusCode === 200 || statusCode === 203) return response
    response.destroy()
    const { location } = response.headers
    const next = location === undefined ? null : URL.parse(location.replace(/^webcal/i, 'http'), url)
    if (statusCode < 300 || statusCode >= 400 || next === null)
      throw new CalendarProblem(`it responded with ${statusCode}`)
    if (!/^https?:$/.test(next.protocol)) throw new CalendarProblem(`it redirects to a ${next.protocol} URL`)
    url = next
  }
  throw new CalendarProblem(`it redirects more than ${maxRedirects} times`)
}

function request(url: URL, allowIPAddressList: string[], signal: AbortSignal): Promise<IncomingMessage> {
  const headers = {
    accept: 'text/calendar, */*;q=0.1',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': userAgent,
  }
  return new Promise((resolve, reject) => {
    const get = url.protocol === 'https:' ? httpsGet : httpGet
    get(url, { agent: useAgent(url.href, { allowIPAddressList }), headers, signal }, resolve).once('error', reject)
  })
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooLarge(): CalendarProblem {
  return new CalendarProblem(`it’s larger than ${maxBytes / 1024 / 1024} MB`)
}

/** Decompresses a response. Trusts the content first: some servers send the wrong Content-Encoding. */
function decompress(bytes: Buffer, encoding = ''): Buffer {
  const options = { maxOutputLength: maxBytes }
  try {
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return unzipSync(bytes, options)
    if (/^[\uFEFF\s]*BEGIN:/.test(bytes.toString('utf8', 0, 100))) return bytes
    if (encoding === 'br') return brotliDecompressSync(bytes, options)
    // `deflate` can come with or without the zlib header.
    if (encoding === 'deflate') return ((bytes[0] ?? 0) % 16 === 8 ? unzipSync : inflateRawSync)(bytes, options)
    return bytes
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge()
    throw new CalendarProblem(`couldn’t decompress it (${encoding || 'gzip'})`)
  }
}

function textOf(bytes: Buffer, type = ''): string {
  try {
    return new TextDecoder(encodingOf(bytes, type)).decode(bytes)
  } catch {
    return bytes.toString() // unknown encoding
  }
}

function encodingOf(bytes: Buffer, type: string): string {
  const [first, second] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
  const charset = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8'
  if (isUtf16) return 'utf-16le'
  if (isBigEndian) return 'utf-16be'
  return /^utf-?16/i.test(charset) ? 'utf-8' : charset
}
