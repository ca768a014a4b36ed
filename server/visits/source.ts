import { shortText } from '../../platform/text/plain-text.ts'
import siteNames from './sources.json' with { type: 'json' }

export const direct = 'direct'
const maxSource = 80

/** Sites by host. These additions are missing from sources.json. */
const listed = new Map(
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
/** Never counted as “others”, however many names are made up. */
export const listedSources = new Set([direct, ...listed.values()])

/** Where a visitor comes from: the link's campaign (`utm_…`), else the normalized linking site. */
export function sourceOf(page: URL, referrer: string): string {
  const [source, campaign] = ['utm_source', 'utm_campaign'].map((name) =>
    page.searchParams.get(name)?.trim().toLowerCase(),
  )
  if (source || campaign) return short([source && nameOf(source), campaign].filter(Boolean).join(' / '))
  const from = URL.parse(referrer)
  if (from === null || from.host === '' || from.host === page.host) return direct
  return short(nameOf(from.hostname, from.protocol === 'android-app:'))
}

/** Subdomains of any site's mobile pages. */
const mobileSubdomain = /^(?:www\d?|m|mobile|touch|amp)\.(?=[^.]+\.)/
/** Subdomains of a listed site's redirects, versions, and languages. */
const siteVariant = /^(?:l|lm|out|away|web|html|old|new|[a-z]{2}(?:\.search)?)\./
const countryDomain =
  /^(?:[a-z]{2}\.)?(bing|duckduckgo|ecosia|google|pinterest|qwant|yahoo|yandex)\.(?:com?\.)?[a-z]{2,3}$/

function nameOf(host: string, isApp = false): string {
  const bare = host.replace(mobileSubdomain, '')
  const spellings = [host, bare, `www.${bare}`, bare.replace(siteVariant, ''), bare.replace(countryDomain, '$1.com')]
  const name = spellings.map((spelling) => listed.get(spelling)).find((listedName) => listedName !== undefined)
  if (name !== undefined) return name
  // An app's name is its maker's domain, reversed.
  return isApp ? nameOf(host.split('.').slice(0, 2).reverse().join('.')) : bare
}

function short(text: string): string {
  return shortText(text, maxSource) ?? direct
}
