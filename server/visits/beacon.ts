import { isbot } from 'isbot'
import { z } from 'zod'
import { isOwnAddress, readBody } from '../../platform/http/form.ts'
import type { Http } from '../../platform/http/http.ts'
import { keyedHash } from '../../platform/http/keys.ts'
import { limitedSender } from '../../platform/http/sender.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import { parseJson } from '../../platform/parse-json.ts'
import type { VisitEvent } from './day-numbers.ts'
import { sourceOf } from './source.ts'
import { activationOf, measuredEntry, readSpeed } from './speed.ts'

/** Pages report views here: with a script, or with a picture. */
export async function takeSeen(c: Http): Promise<Response> {
  const body = c.req.method === 'POST' ? await readBody(c, bodyLimits.seen) : undefined
  return c.body(null, c.var.app.counter.takeSeen(visitorIn(c), body && Buffer.from(body)))
}

export function visitorIn(c: Http): Sender {
  return { address: c.var.sender, headers: c.req.header() }
}

/** What identifies a request's sender. Never stored. */
export type Sender = { address: string; headers: Readonly<Record<string, string | string[] | undefined>> }

/** Sent when a page is shown or left: site/layouts/count-view.ts. */
const beacon = z.tuple([
  /** document.referrer */
  z.string().max(4_096),
  /** Since the navigation started, in ms. */
  z.number().min(0).max(1e9),
  /** How far it is scrolled, in pixels. */
  z.number(),
  /** Whether it was opened in the background. */
  z.boolean(),
  /** The action of each form that was focused; null for other elements. */
  z.array(z.string().max(2_048).nullable()).max(2_000),
  z.array(z.array(measuredEntry).max(2_000)).max(99),
])

/** Without scripts, a picture is loaded instead, which only reveals the page. */
const noBeacon: z.infer<typeof beacon> = ['', 0, 0, false, [], []]

/** A phone's screen, and most of a laptop's. */
const readOnPixels = 600

export type SeenPage = NonNullable<ReturnType<typeof readSeen>>

/** @returns undefined if it isn't a beacon of this site's pages */
export function readSeen(body: Buffer | undefined, sender: Sender, siteUrl: string) {
  const data = body === undefined ? noBeacon : beacon.safeParse(parseJson(body.toString())).data
  const page = URL.parse(headerOf(sender, 'referer'))
  // Browsers send the full address of a page to its own server only (Referrer-Policy).
  if (data === undefined || page === null || !isOwnAddress(page, headerOf(sender, 'host'), siteUrl)) return undefined
  const [referrer, atMs, scrolled, wasHidden, usedForms, measured] = data
  const entries = measured.flat()
  return {
    path: page.pathname,
    source: sourceOf(page, referrer),
    /** Since the page was first seen. */
    agoMs: Math.max(0, atMs - activationOf(entries)),
    isReadOn: scrolled >= readOnPixels,
    /** `contact`, `chat` … */
    usedForms: [...new Set(usedForms.flatMap(formName))],
    speed: readSpeed(entries, { wasHidden, hasInteracted: usedForms.length > 0 }),
  }
}

function formName(address: string | null): string[] {
  const [, name] = /^\/api\/(.*)/.exec(URL.parse(address ?? '')?.pathname ?? '') ?? []
  return name === undefined ? [] : [name]
}

/** 96 bits: two of a billion visitors collide with a probability of 1 in 10^11. */
const hashCharacters = 16

/** Identifies a visitor for a day, as long as the key exists. */
export function visitorOf(dayKey: string, sender: Sender): string {
  return keyedHash(dayKey, `${limitedSender(sender.address)}\n${agentOf(sender)}`).slice(0, hashCharacters)
}

/** No robots, prefetches, or visitors who opted out (Global Privacy Control). */
export function isCounted(sender: Sender): boolean {
  const agent = agentOf(sender)
  const isAhead = headerOf(sender, 'sec-purpose') !== ''
  return agent !== '' && !isbot(agent) && !isAhead && headerOf(sender, 'sec-gpc') !== '1'
}

export function deviceOf(sender: Sender): VisitEvent['device'] {
  const agent = agentOf(sender)
  const isMobile = agent.includes('Mobi')
  if (agent.includes('iPad') || agent.includes('Tablet') || (agent.includes('Android') && !isMobile)) return 'tablet'
  return isMobile ? 'phone' : 'computer'
}

function agentOf(sender: Sender): string {
  return headerOf(sender, 'user-agent')
}

const maxHeaderCharacters = 2_048

function headerOf({ headers }: Sender, name: string): string {
  return String(headers[name] ?? '').slice(0, maxHeaderCharacters)
}
