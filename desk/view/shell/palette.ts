import type { ResultOf } from '../client.ts'
import { hrefs, type Opening } from '../hrefs.ts'
import type { Clock } from '../times.ts'
import { allViews } from './navigation.ts'

type Found = ResultOf<'find.all'>

export type Choice = { icon: string; text: string; about: string; href: string; state?: Opening }
export type ChoiceGroup = { title: string; choices: Choice[] }

const opening = (opens: Opening['opens']): Opening => ({ opens })

const actions: Choice[] = [
  { icon: 'reply', text: 'Reply to the oldest lead', about: 'Inbox', href: '/inbox', state: opening('reply') },
  { icon: 'plus', text: 'Block time', about: 'Calendar', href: '/calendar', state: opening('block') },
  { icon: 'calendar', text: 'Book a call for someone', about: 'Calendar', href: '/calendar', state: opening('book') },
  { icon: 'issues', text: 'Send an issue', about: 'Issues', href: '/issues' },
  { icon: 'up', text: 'Import subscribers', about: 'Subscribers', href: '/subscribers', state: opening('import') },
  { icon: 'backups', text: 'Back up now', about: 'Backups', href: '/backups' },
  { icon: 'setup', text: 'Check the setup', about: 'Setup', href: '/setup' },
]

const views = allViews.map(({ name, icon, path }) => ({ icon, text: name, about: '', href: path }))

/** What the palette offers for a search: what was found, then views and actions. */
export function choicesFor(search: string, found: Found | undefined, clock: Clock): ChoiceGroup[] {
  const { people = [], leads = [], calls = [], subscribers = [], issues = [] } = found ?? {}
  const matches = ({ text }: { text: string }) => partsOf(text, search).length > 1 || search.trim() === ''
  const groups: [title: string, choices: Choice[]][] = [
    [
      'People',
      people.map(({ email, name }) => {
        return { icon: 'people', text: name || email, about: email, href: hrefs.person(email) }
      }),
    ],
    [
      'Leads and calls',
      [
        ...leads.map(({ reference, name, text, created_at }) => {
          return { icon: 'inbox', text, about: `${name}, ${clock.ageOrDate(created_at)}`, href: hrefs.lead(reference) }
        }),
        ...calls.map(({ id, name, about, starts_at }) => {
          const names = { text: about || `Call with ${name}`, about: `${name}, ${clock.recent(starts_at)}` }
          return { icon: 'calendar', ...names, href: hrefs.call(id, clock.isoDay(starts_at)) }
        }),
      ],
    ],
    [
      'Subscribers',
      subscribers.map(({ email, state }) => {
        return { icon: 'subscribers', text: email, about: state, href: hrefs.person(email) }
      }),
    ],
    [
      'Issues',
      issues.map(({ slug, title, state }) => ({ icon: 'issues', text: title, about: state, href: hrefs.issue(slug) })),
    ],
    ['Views', views.filter(matches)],
    ['Actions', actions.filter(matches)],
  ]
  return groups.flatMap(([title, choices]) => (choices.length > 0 ? { title, choices } : []))
}

/** Splits a string at the first match: before, match, after. Without a match, it’s one part. Ignores case. */
export function partsOf(text: string, search: string): [string] | [string, string, string] {
  const wanted = search.trim().toLowerCase()
  const lower = text.toLowerCase()
  const at = wanted === '' ? -1 : lower.indexOf(wanted)
  // Lower case can be longer: İ has two characters then.
  if (at === -1 || lower.length !== text.length) return [text]
  return [text.slice(0, at), text.slice(at, at + wanted.length), text.slice(at + wanted.length)]
}
