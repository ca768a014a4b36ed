import { limitedSender, senderNetwork } from '../http/ip-address.ts'
import { keyedHash } from '../signing.ts'
import type { NamedLimit, Scope, VisitorLimit } from './limits.ts'

/** A limit for a sender, mailbox, call, or everyone. It shrinks as others use up `within`, the wider limit. */
export type Limit = { key: string; max: number; windowMs: number; isRenewed?: boolean; within?: Limit }

/** Returns a sender's limits by scope, in the order all writes lock them to avoid deadlocks. */
export function visitorLimits(limit: VisitorLimit, sender: string, salt: string): Record<Scope, Limit> {
  const { name, windowMs } = limit
  const everyone: Limit = { key: limitKey(`${name}-everyone`, 'all', salt), max: limit.everyone, windowMs }
  const network: Limit = {
    key: limitKey(`${name}-network`, senderNetwork(sender), salt),
    max: limit.network,
    windowMs,
    within: everyone,
  }
  const address: Limit = {
    key: limitKey(`${name}-address`, limitedSender(sender), salt),
    max: limit.address,
    windowMs,
    within: network,
  }
  return { address, network, everyone }
}

export function limitFor({ name, ...rate }: NamedLimit, owner: string, salt: string): Limit {
  return { key: limitKey(name, owner, salt), ...rate }
}

/** A limit's key in the database. Hashes `owner` (such as an address) with a salt that never leaves the database. */
export function limitKey(purpose: string, owner: string, salt: string): string {
  return `${purpose}:${keyedHash(salt, owner)}`
}
