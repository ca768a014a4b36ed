import type { LeadRow } from '../../migrations/tables.ts'
import type { Where } from '../../platform/content/calls.ts'
import { shortUrl } from '../../platform/text/short-url.ts'

/** Where a call takes place, as `text: value`. `href` opens it, and `joinUrl` is the video call. */
export type Place = { text: string; value: string; href?: string; joinUrl?: string }

/** @param lead has the number to call; without it, the place has only its short name */
export function placeOf(where: Where, { phone }: Pick<LeadRow, 'phone'>): Place {
  const { text } = where
  if ('link' in where) return { text, value: shortUrl(where.link), href: where.link, joinUrl: where.link }
  if ('phone' in where) return { text, value: where.phone, href: telHref(where.phone) }
  if ('address' in where) return { text, value: where.address }
  return phone ? { text, value: phone } : { text: where.name, value: '' }
}

export function placeLine(place: Place): string {
  return [place.text, place.joinUrl ?? place.value].filter(Boolean).join(': ')
}

export function joinUrlOf(where: Where): string | null {
  return 'link' in where ? where.link : null
}

function telHref(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`
}
