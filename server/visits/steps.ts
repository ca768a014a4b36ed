/** The steps to become a client or subscriber. */
export const funnels = {
  form: ['visit', 'read', 'used:contact', 'sent:contact'],
  chat: ['used:chat', 'asked', 'named', 'sent:booking'],
  call: ['page:/call', 'used:call', 'sent:call'],
  newsletter: ['sent:newsletter', 'confirmed'],
} as const

export type FunnelName = keyof typeof funnels
export type Step = (typeof funnels)[FunnelName][number]

export const stepNames: { funnels: Record<FunnelName, string>; steps: Record<Step, string> } = {
  funnels: { form: 'Contact form', chat: 'Chat', call: 'Call', newsletter: 'Newsletter' },
  steps: {
    visit: 'Saw a page',
    read: 'Kept reading',
    'used:contact': 'Began the form',
    'sent:contact': 'Sent it',
    'used:chat': 'Opened the chat',
    asked: 'Asked',
    named: 'Gave a name',
    'sent:booking': 'Sent it',
    'page:/call': 'Saw the times',
    'used:call': 'Picked one',
    'sent:call': 'Booked it',
    'sent:newsletter': 'Signed up',
    confirmed: 'Confirmed it',
  },
}

export const funnelNames = Object.keys(funnels) as FunnelName[]

/** The steps that make a lead. */
export const leadSteps: readonly string[] = ['sent:contact', 'sent:booking', 'sent:call'] satisfies Step[]

/** Steps with a recorded time since the first page. */
export const timedSteps: readonly string[] = [...leadSteps, 'sent:newsletter', 'confirmed'] satisfies string[]

export function isStep(what: string): what is Step {
  return Object.hasOwn(stepNames.steps, what)
}

/**
 * Adds earlier steps, which scripts may not have reported. Not `sent:` steps, since the server knows those: someone who
 * confirms on another device, or the next day, hasn't signed up again.
 */
export function withStepsBefore(done: ReadonlySet<string>): Set<string> {
  const all = new Set(done)
  for (const name of funnelNames) {
    const steps: readonly string[] = funnels[name]
    const last = steps.findLastIndex((step) => done.has(step))
    for (const step of steps.slice(0, Math.max(0, last))) if (!step.startsWith('sent:')) all.add(step)
  }
  return all
}

/** Upper limits of the time buckets, in minutes. */
export const tookLimits = [1, 2, 5, 10, 20, 60, 180, 1_440] as const

/** @returns an index in `tookLimits` */
export function bucketOfTime(ms: number): number {
  const place = tookLimits.findIndex((limit) => ms <= limit * 60_000)
  return place === -1 ? tookLimits.length - 1 : place
}
