import { shortText } from '../../lib/short-text.ts'

const longestCampaignValue = 200
const mostCampaignKeys = 10

/** The utm_* parameters among those of an address. */
export function campaignOf(parameters: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(parameters).flatMap(([key, value]) => {
    const text = shortText(value, longestCampaignValue)
    return /^utm_[a-z_]{1,30}$/.test(key) && text !== null ? [[key, text] as const] : []
  })
  return Object.fromEntries(kept.slice(0, mostCampaignKeys))
}
