import { registeredDomain } from '../../platform/limits/email-limits.ts'
import { timeShares } from '../../platform/limits/limits.ts'
import { dayMs, minuteMs } from '../../platform/text/time-text.ts'
import { type Calendar, type CallRules, freeTimes } from './calendar.ts'
import type { Taken } from './store.ts'

type Candidate = Omit<Taken, 'free_at'>

/** Calls that share a part of the free times. */
type Group = { share: number; has: (call: Candidate) => boolean }

/**
 * Whether a call leaves enough free times to others. Unverified calls are added up per state, verified calls over the
 * last day, per network, and per mail domain.
 */
export function leavesEnough(rules: CallRules, calendar: Calendar, call: Candidate): boolean {
  const others = calendar.taken.filter(({ id }) => id !== call.id)
  const taken = { ...call, free_at: call.ends_at + rules.pauseMinutes * minuteMs }
  const left = freeTimes(rules, { ...calendar, taken: [...others, taken] }).length
  return groupsOf(call, calendar.now).every(({ share, has }) => {
    // The first call of a group can always be booked, whatever its share.
    if (call.state === 'booked' && !others.some(has)) return true
    const without = freeTimes(rules, { ...calendar, taken: others.filter((other) => !has(other)) }).length
    return without - left <= without * share
  })
}

function groupsOf(call: Candidate, now: number): Group[] {
  if (call.is_verified === 0) {
    const share = call.state === 'reserved' ? timeShares.reserved : timeShares.unverified
    return [{ share, has: ({ state, is_verified }) => state === call.state && is_verified === 0 }]
  }
  const { everyone, network, domain } = timeShares.verified
  const isVerified = ({ state, is_verified }: Candidate) => state === 'booked' && is_verified === 1
  const ownDomain = domainOf(call)
  const groups: Group[] = [
    { share: everyone, has: (other) => isVerified(other) && other.changed_at > now - dayMs },
    { share: network, has: (other) => isVerified(other) && other.network === call.network },
  ]
  if (publicProviders.has(ownDomain)) return groups
  return [...groups, { share: domain, has: (other) => isVerified(other) && domainOf(other) === ownDomain }]
}

function domainOf({ open_key }: Candidate): string {
  return registeredDomain(open_key ?? '')
}

/** Domains of many people, each of whom gets few mailboxes. Whoever owns another domain has as many as they like. */
const publicProviders = new Set(
  [
    'gmail.com outlook.com hotmail.com live.com msn.com yahoo.com icloud.com aol.com proton.me yandex.com zoho.com',
    'gmx.net gmx.de gmx.com web.de t-online.de freenet.de mail.com orange.fr wanadoo.fr free.fr laposte.net libero.it',
    'hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es outlook.de outlook.fr live.co.uk live.fr',
    'yahoo.co.uk yahoo.co.in yahoo.co.jp yahoo.fr yahoo.de yahoo.in ymail.com rediffmail.com',
    'mail.ru qq.com 163.com 126.com naver.com comcast.net verizon.net att.net btinternet.com uol.com.br',
  ].flatMap((line) => line.split(' ')),
)
