import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

const hostForm = /^[a-z0-9.-]+(:\d+)?$|^\[[0-9a-f:.]+\](:\d+)?$/i

/** Exactly one Host (RFC 9112, 3.2). */
export function hasOneHost({ rawHeaders, headers }: Pick<IncomingMessage, 'rawHeaders' | 'headers'>): boolean {
  const host = headers.host ?? ''
  const count = rawHeaders.filter((name, i) => i % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length
  return count === 1 && hostForm.test(host) && URL.canParse(`http://${host}`)
}

export function withQuery(address: string, query: string): string {
  const [page = '', anchor] = address.split('#')
  const all = page.includes('?') ? page + query.replace('?', '&') : page + query
  return anchor === undefined ? all : `${all}#${anchor}`
}

/** `//example.org/` must never become a redirect to another host. Browsers read a backslash as a slash. */
export function canonicalPath(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  const bare = path.slice(0, end).replace(/^[/\\]+/, '/')
  return bare === '' || bare === '/index.html' ? '/' : bare
}

/** Of X-Forwarded-For, only what the owner's own proxies wrote: with n of them, the n-th from the right. */
export function senderAddress(req: Pick<IncomingMessage, 'headers' | 'socket'>, trustedProxies: number): string {
  const direct = plainAddress(req.socket.remoteAddress ?? '')
  if (trustedProxies === 0) return direct
  const forwarded = [req.headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const claimed = plainAddress((forwarded.at(-trustedProxies) ?? '').trim())
  return isIP(claimed) === 0 ? direct : claimed
}

function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
