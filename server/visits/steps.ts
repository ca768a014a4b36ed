/** The steps of each way to become a client or subscriber. */
export const ways = {
  form: ['visit', 'read', 'used:contact', 'sent:contact'],
  chat: ['used:chat', 'asked', 'named', 'sent:booking'],
  call: ['page:/call', 'used:call', 'sent:call'],
  newsletter: ['sent:newsletter', 'confirmed'],
} as const

export type WayName = keyof typeof ways
export type Step = (typeof ways)[WayName][number]

export const stepNames: { ways: Record<WayName, string>; steps: Record<Step, string> } = {
  ways: { form: 'By the form', chat: 'By the chat', call: 'By a call', newsletter: 'To the newsletter' },
  steps: {
    visit: 'Saw a page',
    read: 'Read on',
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

export const wayNames = Object.keys(ways) as WayName[]

/** The steps that make a lead. */
export const leadSteps: readonly string[] = ['sent:contact', 'sent:booking', 'sent:call'] satisfies Step[]

/** Timed from the first page on. */
export const timedSteps: readonly string[] = [...leadSteps, 'sent:newsletter', 'confirmed'] satisfies string[]

export function isStep(what: string): what is Step {
  return Object.hasOwn(stepNames.steps, what)
}

/**
 * A visitor at a step has taken the earlier ones, even if no script reported them. Except what was sent, which the server knows:
 * someone who confirms elsewhere, or the next day, hasn't signed up again.
 */
export function withStepsBefore(done: ReadonlySet<string>): Set<string> {
  const all = new Set(done)
  for (const name of wayNames) {
    const steps: readonly string[] = ways[name]
    const last = steps.findLastIndex((step) => done.has(step))
    for (const step of steps.slice(0, Math.max(0, last))) if (!step.startsWith('sent:')) all.add(step)
  }
  return all
}

/** In minutes, up to a day. */
export const tookLimits = [1, 2, 5, 10, 20, 60, 180, 1_440] as const

/** @returns an index in `tookLimits` */
export function tookOf(ms: number): number {
  const place = tookLimits.findIndex((limit) => ms <= limit * 60_000)
  return place === -1 ? tookLimits.length - 1 : place
}
