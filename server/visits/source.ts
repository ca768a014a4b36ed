import { readStringMap } from '../../platform/db/stored-rows.ts'
import { shortText } from '../../platform/text/clean-text.ts'
import siteNames from './sources.json' with { type: 'json' }

export const directSource = 'direct'
/** Maximum length of a source. Longer names are fake. */
const maxSource = 80

/** Names by host, from sources.json (written by scripts/sources.mjs), plus a few it lacks. */
const namesByHost = new Map(
  Object.entries({
    ...siteNames,
    'fb.me': 'facebook',
    'messenger.com': 'facebook',
    'redd.it': 'reddit',
    'pin.it': 'pinterest',
    't.me': 'telegram',
    'telegram.org': 'telegram',
    'whatsapp.com': 'whatsapp',
    'ya.ru': 'yandex',
    'com.google.android.youtube': 'youtube',
  }),
)
/** Sources that never become “others”, no matter how many names visitors make up. */
export const listedSources = new Set([directSource, ...namesByHost.values()])

/** A visitor's source: the link's campaign (`utm_…`), or the linking site. */
export function sourceOf(page: URL, referrer: string): string {
  const parameter = (name: string) => page.searchParams.get(name)?.trim().toLowerCase()
  const source = parameter('utm_source')
  const campaign = parameter('utm_campaign')
  if (source || campaign) return shortSource([source && nameOf(source), campaign].filter(Boolean).join(' / '))
  const from = URL.parse(referrer)
  if (from === null || from.host === '' || from.host === page.host) return directSource
  return shortSource(nameOf(from.hostname, { isApp: from.protocol === 'android-app:' }))
}

type Arrival = { page: string | null; referrer: string | null; campaign: string }

/** A lead's source, based on the page with its form. */
export function sourceOfLead({ page, referrer, campaign }: Arrival, siteUrl: string): string {
  const url = new URL(page ?? '/', siteUrl)
  for (const [name, value] of Object.entries(readStringMap(campaign))) url.searchParams.set(name, value)
  return sourceOf(url, referrer ?? '')
}

/** Subdomains that show the same site: www, mobile, and AMP pages. */
const commonSubdomain = /^(?:www\d?|m|mobile|touch|amp)\.(?=[^.]+\.)/
/** Subdomains a listed site uses for redirects, versions, or languages. */
const siteVariant = /^(?:l|lm|out|away|web|html|old|new|[a-z]{2}(?:\.search)?)\./
const countryDomain =
  /^(?:[a-z]{2}\.)?(bing|duckduckgo|ecosia|google|pinterest|qwant|yahoo|yandex)\.(?:com?\.)?[a-z]{2,3}$/

function nameOf(host: string, { isApp = false } = {}): string {
  const bare = host.replace(commonSubdomain, '')
  const spellings = [host, bare, `www.${bare}`, bare.replace(siteVariant, ''), bare.replace(countryDomain, '$1.com')]
  const name = spellings.map((spelling) => namesByHost.get(spelling)).find((listedName) => listedName !== undefined)
  if (name !== undefined) return name
  // An app's ID starts with its maker's domain in reverse.
  return isApp ? nameOf(host.split('.').slice(0, 2).reverse().join('.')) : bare
}

function shortSource(text: string): string {
  return shortText(text, maxSource) ?? directSource
}
