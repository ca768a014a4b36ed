import { shortText } from '../../../lib/text/plain-text.ts'

export const direct = 'direct'
const longestSource = 80

/** Where a visitor comes from: the campaign of the link (`utm_…`), else the host that links here. */
export function sourceOf(page: URL, referrer: string): string {
  const campaign = ['utm_source', 'utm_campaign'].flatMap((name) => page.searchParams.get(name)?.trim() || [])
  if (campaign.length > 0) return short(campaign.join(' / '))
  const from = URL.parse(referrer)
  if (from === null || from.host === '' || from.host === page.host) return direct
  return short(from.hostname.replace(/^www\./, ''))
}

function short(text: string): string {
  return shortText(text, longestSource) ?? direct
}
