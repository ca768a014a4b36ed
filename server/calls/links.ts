import { readSignedText, signText } from '../../platform/signing.ts'
import { minuteMs } from '../../platform/text/time-text.ts'

/** Visitors can change a call through its links until two hours before its start. */
export const changeableMs = 120 * minuteMs

/** Email scanners open every link, so GET only shows a button and POST makes the change. */
export const managePath = '/call/manage'
export const confirmPath = '/call/confirm'

type LinkSettings = { siteUrl: string; linkKey: string }

/** A key's purpose. `visitor`: for links in emails. `unverified`: for the page after booking, before any email. */
const managePurposes = { visitor: 'call', unverified: 'call-page' } as const
export type KeyHolder = keyof typeof managePurposes

export function manageKey({ linkKey }: LinkSettings, id: string, by: KeyHolder = 'visitor'): string {
  return signText(linkKey, managePurposes[by], id)
}

export function manageLink(settings: LinkSettings, id: string, by?: KeyHolder): string {
  return `${settings.siteUrl}${managePath}?key=${manageKey(settings, id, by)}`
}

export function confirmLink({ siteUrl, linkKey }: LinkSettings, id: string): string {
  return `${siteUrl}${confirmPath}?key=${signText(linkKey, 'call-confirm', id)}`
}

export const feedPath = '/call/feed.ics'

/** The URL the owner's calendar app subscribes to. Anyone who has it can see all calls. */
export function feedLink({ siteUrl, linkKey }: LinkSettings): string {
  return `${siteUrl}${feedPath}?key=${signText(linkKey, 'call-feed', 'owner')}`
}

export function isFeedKey({ linkKey }: LinkSettings, key: string): boolean {
  return readSignedText(linkKey, 'call-feed', key) !== undefined
}

export type OpenedCall = { id: string; by: KeyHolder }

export function readManageKey({ linkKey }: LinkSettings, key: string): OpenedCall | undefined {
  for (const by of ['visitor', 'unverified'] as const) {
    const id = readSignedText(linkKey, managePurposes[by], key)
    if (id !== undefined) return { id, by }
  }
  return undefined
}

export function readConfirmKey({ linkKey }: LinkSettings, key: string): OpenedCall | undefined {
  const id = readSignedText(linkKey, 'call-confirm', key)
  return id === undefined ? undefined : { id, by: 'visitor' }
}

/** Terminal commands for the owner to change a call. */
export function changeCommands({ id }: { id: string }): string {
  return `npm run studio -- calls cancel ${id}\nnpm run studio -- calls move ${id} "2026-12-01 14:30"`
}
