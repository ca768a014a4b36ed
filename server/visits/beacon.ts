import { z } from 'zod'
import { isOwnAddress } from '../../platform/http/form-request.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { sourceOf } from './source.ts'
import { activationOf, measuredEntry, readSpeed, type Speed } from './speed.ts'
import { headerOf, type Sender } from './visitor.ts'

/** What a page says when it is shown or left: site/layouts/page-script.ts. */
const said = z.tuple([
  /** document.referrer */
  z.string().max(4_096),
  /** Since the page was asked for, in ms. */
  z.number().min(0).max(1e9),
  /** How far it is scrolled, in pixels. */
  z.number(),
  /** Whether it was opened unseen. */
  z.boolean(),
  /** The address of the form that had the focus, each time; null where another thing had it. */
  z.array(z.string().max(2_048).nullable()).max(2_000),
  z.array(z.array(measuredEntry).max(2_000)).max(99),
])

export type SeenPage = {
  path: string
  source: string
  /** How long ago it was first seen, in ms. */
  sinceMs: number
  isReadOn: boolean
  /** `contact`, `chat` … */
  usedForms: string[]
  speed: Speed
}

const forms = '/api/'
/** A screen of a phone, and most of a laptop's. */
const readOnPixels = 600

/** @returns undefined for what no page of the site sends */
export function readBeacon(body: Buffer, sender: Sender, siteUrl: string): SeenPage | undefined {
  const parsed = said.safeParse(parseJson(body.toString()))
  const page = pageOf(sender, siteUrl)
  if (!parsed.success || page === null) return undefined
  const [referrer, atMs, scrolled, isBehind, used, measured] = parsed.data
  const entries = measured.flat()
  return {
    path: page.pathname,
    source: sourceOf(page, referrer),
    sinceMs: Math.max(0, atMs - activationOf(entries)),
    isReadOn: scrolled >= readOnPixels,
    usedForms: [...new Set(used.flatMap(formName))],
    speed: readSpeed(entries, { isBehind, isUsed: used.length > 0 }),
  }
}

/** Of `/api/contact` it is `contact`. */
function formName(address: string | null): string[] {
  const path = URL.parse(address ?? '')?.pathname ?? ''
  return path.startsWith(forms) ? [path.slice(forms.length)] : []
}

/** Without scripts a picture is asked for instead, which says nothing but where it is. */
export function readPicture(sender: Sender, siteUrl: string): SeenPage | undefined {
  const page = pageOf(sender, siteUrl)
  if (page === null) return undefined
  const { pathname: path } = page
  return { path, source: sourceOf(page, ''), sinceMs: 0, isReadOn: false, usedForms: [], speed: {} }
}

/** A browser names its own page in full to its own server, and to nobody else (Referrer-Policy). */
function pageOf({ headers }: Sender, siteUrl: string): URL | null {
  const page = URL.parse(headerOf(headers, 'referer'))
  return isOwnAddress(page, headerOf(headers, 'host'), siteUrl) ? page : null
}
