import type { SpamSigns } from '../../lib/net/spam-score.ts'
import { shortText } from '../../lib/text/short-text.ts'
import { readFormContext, textOf } from '../../server/http/form-context.ts'
import type { FormRequest } from '../../server/http/form-request.ts'

const longestCampaignValue = 200
const mostCampaignKeys = 10

/** Who sent a request, and from where. */
export type LeadContext = SpamSigns & {
  /** The sender's whole IP address; it is kept shortened, and hashed for the limit. */
  sender: string
  page?: string | undefined
  referrer?: string | undefined
  /** Parameters of the visited address; only utm_* ones are kept. */
  campaign?: Readonly<Record<string, string>> | undefined
  language?: string | undefined
}

/** @param sender the address that the request counts for */
export function readLeadContext(request: FormRequest, headers: Headers, sender: string): LeadContext {
  const { fields } = request
  const { page, requestId: _, ...signs } = readFormContext(request, headers)
  return {
    sender,
    page: page?.pathname,
    campaign: Object.fromEntries(page?.searchParams ?? []),
    referrer: textOf(fields['referrer']),
    language: textOf(fields['language']) || headers.get('accept-language')?.split(',')[0],
    ...signs,
  }
}

/** The utm_* parameters among those of an address. */
export function campaignOf(parameters: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(parameters).flatMap(([key, value]) => {
    const text = shortText(value, longestCampaignValue)
    return /^utm_[a-z_]{1,30}$/.test(key) && text !== null ? [[key, text] as const] : []
  })
  return Object.fromEntries(kept.slice(0, mostCampaignKeys))
}
