import type { Calls } from '../../platform/content/calls.ts'
import { registeredDomain } from '../../platform/limits/email-limits.ts'
import { timeShares } from '../../platform/limits/limits.ts'
import { dayMs, minuteMs } from '../../platform/text/time-text.ts'
import { type Calendar, type CallRules, freeTimes } from './calendar.ts'
import publicProviders from './public-providers.json' with { type: 'json' }
import type { Taken } from './store.ts'

type Candidate = Omit<Taken, 'free_at'>

/** Calls that share a part of the free times. */
type Group = { share: number; has: (call: Candidate) => boolean }

/**
 * Whether a call leaves enough free times to others, of every kind of call. Unverified calls are added up per state,
 * verified calls over the last day, per network, and per mail domain.
 */
export function leavesEnough({ kinds }: Calls, calendar: Calendar, call: Candidate): boolean {
  return kinds.every((kind) => leavesEnoughOf(kind, calendar, call))
}

function leavesEnoughOf(rules: CallRules, calendar: Calendar, call: Candidate): boolean {
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
  // Their mailboxes belong to many people. Whoever owns another domain has as many as they like.
  if (publicProviders.includes(ownDomain)) return groups
  return [...groups, { share: domain, has: (other) => isVerified(other) && domainOf(other) === ownDomain }]
}

function domainOf({ open_key }: Candidate): string {
  return registeredDomain(open_key ?? '')
}
