import { basename } from 'node:path'
import querystring from 'node:querystring'
import { keyedHash } from '../../../platform/signing.ts'

/** A calendar in CALENDAR_URLS. `url` is secret, so the database stores `key` and the owner sees `name`. */
export type OwnCalendar = { key: string; url: string; name: string }

export function ownCalendars(urls: readonly string[], salt: string): OwnCalendar[] {
  return urls.map((url, i) => {
    const { hostname, pathname } = new URL(url)
    // Use `unescape` because `decodeURIComponent` throws for `%zz`.
    const name = `calendar ${i + 1} (${hostname || basename(querystring.unescape(pathname))})`
    return { key: keyedHash(salt, `calendar\n${url}`), url, name }
  })
}
