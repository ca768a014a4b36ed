import { readSignedText, signText } from '../../lib/net/keyed-hash.ts'

/** They show a button on GET and act on POST, since mail scanners open every link. */
export const managePath = '/call/manage'
export const confirmPath = '/call/confirm'

type LinkSettings = { siteUrl: string; linkKey: string }

export function manageKey({ linkKey }: Pick<LinkSettings, 'linkKey'>, id: string): string {
  return signText(linkKey, 'call', id)
}

export function manageLink(settings: LinkSettings, id: string): string {
  return `${settings.siteUrl}${managePath}?key=${manageKey(settings, id)}`
}

export function confirmLink({ siteUrl, linkKey }: LinkSettings, id: string): string {
  return `${siteUrl}${confirmPath}?key=${signText(linkKey, 'call-confirm', id)}`
}

export const feedPath = '/call/feed.ics'

/** For the owner's calendar program, which subscribes to it. Whoever has it sees all calls. */
export function feedLink({ siteUrl, linkKey }: LinkSettings): string {
  return `${siteUrl}${feedPath}?key=${signText(linkKey, 'call-feed', 'owner')}`
}

export function isFeedKey({ linkKey }: Pick<LinkSettings, 'linkKey'>, key: string): boolean {
  return readSignedText(linkKey, 'call-feed', key) !== undefined
}

/** @returns the call's id */
export function readManageKey({ linkKey }: Pick<LinkSettings, 'linkKey'>, key: string): string | undefined {
  return readSignedText(linkKey, 'call', key)
}

export function readConfirmKey({ linkKey }: Pick<LinkSettings, 'linkKey'>, key: string): string | undefined {
  return readSignedText(linkKey, 'call-confirm', key)
}
