import type { ReadOf } from '../client.ts'

type Request = Pick<ReadOf<'request'>, 'reference' | 'email' | 'name' | 'text' | 'requirements'>

/** Browsers and mail programs take about 2,000 characters of an address. */
const mostQuoted = 1_000

/** A draft in the owner’s mail program, with the visitor’s words below (RFC 6068). */
export function replyLink({ reference, email, name, text, requirements }: Request): string {
  const words = [text, requirements].filter(Boolean).join('\n\n')
  const cut = words.length > mostQuoted ? `${words.slice(0, mostQuoted).trimEnd()} …` : words
  const quote = cut
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\r\n')
  const body = `\r\n\r\n${name.trim() || email} wrote:\r\n${quote}\r\n`
  const query = [`subject=${encodeURIComponent(`Re: your request ${reference}`)}`, `body=${encodeURIComponent(body)}`]
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?${query.join('&')}`
}
