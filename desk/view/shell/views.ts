import type { ResultOf } from '../client.ts'
import type { IconName } from './Icon.tsx'

export type Counts = ResultOf<'overview.counts'>

/** A number beside a view’s name. @param about says what it counts; isLate is for what failed or is overdue */
export type Count = { value: number; about: string; isLate?: boolean }

export type ViewName = {
  path: string
  name: string
  icon: IconName
  shortcut: string
  count?: (counts: Counts) => Count
}

/** The desk’s views by group, in the order of the sidebar. */
export const groups: { title: string; views: ViewName[] }[] = [
  {
    title: '',
    views: [
      { path: '/today', name: 'Today', icon: 'today', shortcut: '1' },
      {
        ...{ path: '/inbox', name: 'Inbox', icon: 'inbox', shortcut: '2' },
        count: ({ toReply, overdue }) => ({
          value: toReply,
          about: `${toReply} to reply, ${overdue} overdue`,
          isLate: overdue > 0,
        }),
      },
      {
        ...{ path: '/calendar', name: 'Calendar', icon: 'calendar', shortcut: '3' },
        count: ({ callsToday }) => ({ value: callsToday, about: `${callsToday} today` }),
      },
      { path: '/people', name: 'People', icon: 'people', shortcut: '4' },
    ],
  },
  {
    title: 'Newsletter',
    views: [
      {
        ...{ path: '/issues', name: 'Issues', icon: 'issues', shortcut: '5' },
        count: ({ drafts }) => ({ value: drafts, about: `${drafts} not sent` }),
      },
      {
        ...{ path: '/subscribers', name: 'Subscribers', icon: 'subscribers', shortcut: '6' },
        count: ({ subscribers }) => ({ value: subscribers, about: `${subscribers} active` }),
      },
    ],
  },
  {
    title: 'Site',
    views: [
      { path: '/analytics', name: 'Analytics', icon: 'analytics', shortcut: '7' },
      {
        ...{ path: '/training', name: 'Chat training', icon: 'training', shortcut: '8' },
        count: ({ toReview }) => ({ value: toReview ?? 0, about: `${toReview} to review` }),
      },
    ],
  },
  {
    title: 'System',
    views: [
      {
        ...{ path: '/outbox', name: 'Outbox', icon: 'outbox', shortcut: '9' },
        count: ({ failedEmails }) => ({ value: failedEmails, about: `${failedEmails} failed`, isLate: true }),
      },
      { path: '/backups', name: 'Backups', icon: 'backups', shortcut: '0' },
      {
        ...{ path: '/setup', name: 'Setup', icon: 'setup', shortcut: ',' },
        count: ({ problems }) => ({ value: problems ?? 0, about: `${problems} problems` }),
      },
    ],
  },
]

export const allViews: ViewName[] = groups.flatMap(({ views }) => views)

/** The views of the bottom bar on phones. The others are behind More. Issues and Subscribers are one tab. */
const tabPaths = ['/today', '/inbox', '/calendar', '/issues']
export const tabs = allViews.filter(({ path }) => tabPaths.includes(path))
export const moreViews = allViews.filter(({ path }) => ![...tabPaths, '/subscribers'].includes(path))

export function viewAt(path: string): ViewName | undefined {
  return allViews.find((view) => path === view.path || path.startsWith(`${view.path}/`))
}
