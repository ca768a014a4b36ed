const longestText = 500
const longestCampaignValue = 200
const mostCampaignKeys = 10

/** What a browser tells of itself, made fit to be kept: one line, cut to a length; null when nothing is left. */
export function shortText(text: string | undefined, longest = longestText): string | null {
  const line = (text ?? '').replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return line === '' ? null : [...line.slice(0, longest * 2)].slice(0, longest).join('')
}

/** The utm_* parameters among those of an address. */
export function campaignOf(parameters: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(parameters).flatMap(([key, value]) => {
    const text = shortText(value, longestCampaignValue)
    return /^utm_[a-z_]{1,30}$/.test(key) && text !== null ? [[key, text] as const] : []
  })
  return Object.fromEntries(kept.slice(0, mostCampaignKeys))
}
