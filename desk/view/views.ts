import { Analytics } from './analytics/Analytics.tsx'
import { Backups } from './backups/Backups.tsx'
import { Calendar } from './calendar/Calendar.tsx'
import { Inbox } from './inbox/Inbox.tsx'
import { Issues } from './issues/Issues.tsx'
import { Outbox } from './outbox/Outbox.tsx'
import { People } from './people/People.tsx'
import { Setup } from './setup/Setup.tsx'
import type { Views } from './shell/Shell.tsx'
import { Subscribers } from './subscribers/Subscribers.tsx'
import { Today } from './today/Today.tsx'
import { Training } from './training/Training.tsx'

export const views: Views = {
  '/today': Today,
  '/inbox': Inbox,
  '/calendar': Calendar,
  '/people': People,
  '/issues': Issues,
  '/subscribers': Subscribers,
  '/analytics': Analytics,
  '/training': Training,
  '/outbox': Outbox,
  '/backups': Backups,
  '/setup': Setup,
}
