import { minuteMs } from '../../platform/text/time-text.ts'

/** Labels for the steps to become a client or subscriber. */
const labels = {
  form: { visit: 'Saw a page', read: 'Read on', 'used:contact': 'Started the form', 'sent:contact': 'Sent it' },
  chat: {
    'used:chat': 'Opened the chat',
    asked: 'Asked something',
    named: 'Gave a name',
    'sent:booking': 'Sent a lead',
  },
  call: {
    'page:/call': 'Saw the times',
    'picked:call': 'Picked a time',
    'used:call': 'Started the form',
    'sent:call': 'Booked',
  },
  newsletter: {
    visit: 'Saw a page',
    'used:newsletter': 'Typed an address',
    'sent:newsletter': 'Signed up',
    confirmed: 'Confirmed',
  },
} as const

export type FunnelName = keyof typeof labels
export type Step = { [Name in FunnelName]: keyof (typeof labels)[Name] }[FunnelName]

export const stepNames = {
  funnels: { form: 'Contact form', chat: 'Chat', call: 'Call', newsletter: 'Newsletter' },
  steps: { ...labels.form, ...labels.chat, ...labels.call, ...labels.newsletter },
} satisfies { funnels: Record<FunnelName, string>; steps: Record<Step, string> }

export const funnelNames = Object.keys(labels) as FunnelName[]

export function stepsOf(funnel: FunnelName): Step[] {
  return Object.keys(labels[funnel]) as Step[]
}

export const leadSteps: readonly string[] = ['sent:contact', 'sent:booking', 'sent:call'] satisfies Step[]

/** Steps that record the time since the first page. */
export const timedSteps: readonly string[] = [...leadSteps, 'sent:newsletter', 'confirmed'] satisfies string[]

export function isStep(what: string): what is Step {
  return Object.hasOwn(stepNames.steps, what)
}

/**
 * Adds earlier steps, in case scripts didn't report them. Doesn't add `sent:` steps, which the server counts itself:
 * someone who confirms on another device or the next day hasn't signed up again.
 */
export function withStepsBefore(done: ReadonlySet<string>): Set<string> {
  const all = new Set(done)
  for (const name of funnelNames) {
    const steps = stepsOf(name)
    const last = steps.findLastIndex((step) => done.has(step))
    const before = steps.slice(0, Math.max(0, last)).toReversed()
    const unsent = before.findIndex((step) => step.startsWith('sent:') && !done.has(step))
    for (const step of unsent === -1 ? before : before.slice(0, unsent)) all.add(step)
  }
  return all
}

/** Upper limit of each time bucket, in minutes. */
export const maxMinutesByBucket = [1, 2, 5, 10, 20, 60, 180, 1_440] as const

/** Finds a time's bucket. @returns an index in `maxMinutesByBucket` */
export function bucketOfTime(ms: number): number {
  const index = maxMinutesByBucket.findIndex((maxMinutes) => ms <= maxMinutes * minuteMs)
  return index === -1 ? maxMinutesByBucket.length - 1 : index
}
