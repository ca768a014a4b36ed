import { type ReaderFilter, subscriberStates } from '../../src/features/newsletter/newsletter.repository.ts'
import { Option } from 'commander'
import type { SubscriberState } from '../../migrations/tables.ts'

export type WhichReaders = { state: SubscriberState | 'all'; search?: string }

export function stateOption(): Option {
  return new Option('--state <state>', 'only those in this state').choices(['all', ...subscriberStates]).default('all')
}

export function searchOption(): Option {
  return new Option('--search <text>', 'only addresses with this in them')
}

export function filterOf({ state, search }: WhichReaders): ReaderFilter {
  return { state: state === 'all' ? undefined : state, search }
}
