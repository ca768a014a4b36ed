import type { Actions } from '../platform/actions.ts'
import { backupActions } from './backup/actions.ts'
import { callActions } from './calls/actions.ts'
import { trainingActions } from './chat/actions.ts'
import type { Context } from './context.ts'
import { leadActions } from './leads/actions.ts'
import { subscriberActions } from './newsletter/actions.ts'
import { issueChanges } from './newsletter/issues/change-actions.ts'
import { issueReads } from './newsletter/issues/read-actions.ts'
import { issueSends } from './newsletter/issues/send-actions.ts'
import { outboxActions } from './outbox/actions.ts'
import { overviewActions } from './overview/actions.ts'
import { peopleActions } from './people/actions.ts'
import { setupActions } from './setup/actions.ts'
import { visitActions } from './visits/actions.ts'

/** Everything an owner can view or do, in the order of `studio --help`. */
export const actions = {
  ...overviewActions,
  ...visitActions,
  ...leadActions,
  ...callActions,
  ...outboxActions,
  ...subscriberActions,
  ...issueReads,
  ...issueSends,
  ...issueChanges,
  ...peopleActions,
  ...backupActions,
  ...trainingActions,
  ...setupActions,
} satisfies Actions<Context>
