import { z } from 'zod'
import { isOwnUrl } from '../../platform/http/own-origin.ts'
import { parseJson } from '../../platform/parse-json.ts'
import type { Sender } from './sender.ts'
import { sourceOf } from './source.ts'
import { activationOf, measuredEntry, readSpeed } from './speed.ts'

/** The data that site/layouts/page-script.ts sends when a page is shown or left. */
const beacon = z.tuple([
  z.string().max(4_096),
  /** Time since the navigation started, in ms. */
  z.number().min(0).max(1e9),
  /** Scroll position, in pixels. */
  z.number(),
  /** Whether the page was opened in the background. */
  z.boolean(),
  /** The actions of focused forms. Null for other elements. */
  z.array(z.string().max(2_048).nullable()).max(2_000),
  z.array(z.array(measuredEntry).max(2_000)).max(99),
])

/** Data for pages without scripts. They load a picture instead, which only reveals the page's URL. */
const noBeacon: z.infer<typeof beacon> = ['', 0, 0, false, [], []]

/** Shorter times aren't reading time. Prerendered pages, for example, also report when they're first shown. */
const minReadMs = 1_000

/** Scrolling this far counts as reading on. It's the height of a phone's screen, or most of a laptop's. */
const readOnPixels = 600

export type PageView = NonNullable<ReturnType<typeof readBeacon>>

/** Parses a beacon. @returns undefined if it isn't from one of this site's pages */
export function readBeacon(body: Buffer | undefined, { headers }: Sender, siteUrl: string) {
  const data = body === undefined ? noBeacon : beacon.safeParse(parseJson(body.toString())).data
  const page = URL.parse(String(headers['referer']))
  // Browsers only send a page's full URL to its own server (Referrer-Policy).
  if (data === undefined || page === null || !isOwnUrl(page, String(headers['host']), siteUrl)) return undefined
  const [referrer, atMs, scrolled, wasHidden, usedForms, measured] = data
  const entries = measured.flat()
  const agoMs = Math.max(0, atMs - activationOf(entries))
  return {
    path: page.pathname,
    source: sourceOf(page, referrer),
    /** Time since the page was first seen, in ms. */
    agoMs,
    isReadOn: scrolled >= readOnPixels,
    /** `contact`, `chat` … */
    usedForms: [...new Set(usedForms.flatMap(formName))],
    hasPickedTime: page.pathname === '/call' && page.searchParams.has('start'),
    speed: {
      ...readSpeed(entries, { wasHidden, hasInteracted: usedForms.length > 0 }),
      ...(agoMs >= minReadMs && { read: agoMs }),
    },
  }
}

function formName(action: string | null): string[] {
  const path = URL.parse(action ?? '')?.pathname ?? ''
  return path.startsWith('/api/') ? [path.slice('/api/'.length)] : []
}
