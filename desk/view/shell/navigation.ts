import type { ResultOf } from '../client.ts'
import { keysOf } from './filters.tsx'

/** The sidebar’s views by group. A view’s key is its path and its icon. */
const viewNames: Readonly<Record<string, Record<string, string>>> = {
  '': { today: 'Today', inbox: 'Inbox', calendar: 'Calendar', people: 'People' },
  Newsletter: { issues: 'Issues', subscribers: 'Subscribers' },
  Site: { analytics: 'Analytics', training: 'Chat training' },
  System: { outbox: 'Outbox', backups: 'Backups', setup: 'Setup' },
}

const shortcuts = '1234567890,'

export const allViews = Object.values(viewNames)
  .flatMap((group) => keysOf(group).map((key) => ({ key, icon: key, path: `/${key}`, name: group[key] ?? '' })))
  .map((view, index) => ({ ...view, shortcut: shortcuts.charAt(index) }))

export type ViewName = (typeof allViews)[number]

export const groups = Object.entries(viewNames).map(([title, group]) => {
  return { title, views: allViews.filter(({ key }) => key in group) }
})

/** The number next to a view’s name, with the tooltip `about`. `isLate`: something failed or is overdue. */
export type Count = { value: number | null; about: string; isLate?: boolean }

/** Counts by the view’s key. */
export function countsOf(counts: ResultOf<'overview.counts'>): Record<string, Count> {
  const { toReply, overdue, callsToday, drafts, subscribers, toReview, failedEmails, problems } = counts
  return {
    inbox: { value: toReply, about: `${toReply} to reply, ${overdue} overdue`, isLate: overdue > 0 },
    calendar: { value: callsToday, about: `${callsToday} today` },
    issues: { value: drafts, about: `${drafts} not sent` },
    subscribers: { value: subscribers, about: `${subscribers} active` },
    training: { value: toReview, about: `${toReview} to review` },
    outbox: { value: failedEmails, about: `${failedEmails} failed`, isLate: true },
    setup: { value: problems, about: `${problems} problems` },
  }
}

/** The views in the bottom bar on phones. The rest are under More. Issues and Subscribers share a tab. */
const tabPaths = ['/today', '/inbox', '/calendar', '/issues']
export const tabs = allViews.filter(({ path }) => tabPaths.includes(path))
export const moreViews = allViews.filter(({ path }) => ![...tabPaths, '/subscribers'].includes(path))

export function tabName({ path, name }: ViewName): string {
  return path === '/issues' ? 'Newsletter' : name
}

export function tabPath({ path }: ViewName): string {
  return path === '/subscribers' ? '/issues' : path
}

export function viewAt(path: string): ViewName | undefined {
  return allViews.find((view) => path === view.path || path.startsWith(`${view.path}/`))
}
