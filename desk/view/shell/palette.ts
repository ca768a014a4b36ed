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

const views: Choice[] = allViews.map(({ name, icon, path }) => ({ icon, text: name, about: '', href: path }))

/** The palette’s choices: search results, then views and actions. */
export function choicesFor(search: string, found: Found | undefined, clock: Clock): ChoiceGroup[] {
  const matches = ({ text }: Choice) => search.trim() === '' || partsOf(text, search).length > 1
  const groups = [
    ...(found ? resultGroups(found, clock) : []),
    { title: 'Views', choices: views.filter(matches) },
    { title: 'Actions', choices: actions.filter(matches) },
  ]
  return groups.filter(({ choices }) => choices.length > 0)
}

function resultGroups({ people, leads, calls, subscribers, issues }: Found, clock: Clock): ChoiceGroup[] {
  const peopleChoices = people.map(({ email, name }): Choice => {
    return { icon: 'people', text: name || email, about: email, href: hrefs.person(email) }
  })
  const leadChoices = leads.map(({ reference, name, text, created_at }): Choice => {
    return { icon: 'inbox', text, about: `${name}, ${clock.ageOrDate(created_at)}`, href: hrefs.lead(reference) }
  })
  const callChoices = calls.map(({ id, name, about, starts_at }): Choice => {
    const href = hrefs.call(id, clock.isoDay(starts_at))
    return { icon: 'calendar', text: about || `Call with ${name}`, about: `${name}, ${clock.recent(starts_at)}`, href }
  })
  const subscriberChoices = subscribers.map(({ email, state }): Choice => {
    return { icon: 'subscribers', text: email, about: state, href: hrefs.person(email) }
  })
  const issueChoices = issues.map(({ slug, title, state }): Choice => {
    return { icon: 'issues', text: title, about: state, href: hrefs.issue(slug) }
  })
  return [
    { title: 'People', choices: peopleChoices },
    { title: 'Leads and calls', choices: [...leadChoices, ...callChoices] },
    { title: 'Subscribers', choices: subscriberChoices },
    { title: 'Issues', choices: issueChoices },
  ]
}

/** Splits text at the first match, ignoring case: before, match, after. Without a match, returns one part. */
export function partsOf(text: string, search: string): [string] | [string, string, string] {
  const lowerSearch = search.trim().toLowerCase()
  const lower = text.toLowerCase()
  const at = lowerSearch === '' ? -1 : lower.indexOf(lowerSearch)
  // Lower case can be longer: İ becomes two characters.
  if (at === -1 || lower.length !== text.length) return [text]
  return [text.slice(0, at), text.slice(at, at + lowerSearch.length), text.slice(at + lowerSearch.length)]
}
