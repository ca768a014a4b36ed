/** What a visitor is counted for, beside the pages seen; each way to a client in its order. */
export const ways = {
  form: ['visit', 'read', 'used:contact', 'sent:contact'],
  chat: ['used:chat', 'asked', 'named', 'sent:booking'],
  call: ['page:/call', 'used:call', 'sent:call'],
  newsletter: ['sent:newsletter', 'confirmed'],
} as const

export type WayName = keyof typeof ways
export type Step = (typeof ways)[WayName][number]

export const wayNames = Object.keys(ways) as WayName[]

/** Whose visitors have become leads. */
export const requestSteps: readonly string[] = ['sent:contact', 'sent:booking', 'sent:call'] satisfies Step[]

/** For which it is counted how long it took. */
export const timedSteps: readonly string[] = [...requestSteps, 'sent:newsletter', 'confirmed'] satisfies string[]

/**
 * Whoever was seen at a step has taken those before it, even where no script could tell. What was sent the site knows itself:
 * whoever confirms elsewhere, or on the next day, has not signed up once more.
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

const steps: readonly string[] = Object.values(ways).flat()

export function isStep(what: string): boolean {
  return steps.includes(what)
}

/** In minutes: a day has no more. */
export const tookLimits = [1, 2, 5, 10, 20, 60, 180, 1_440] as const

/** @returns a place in `tookLimits` */
export function tookOf(ms: number): number {
  const minutes = ms / 60_000
  const place = tookLimits.findIndex((limit) => minutes <= limit)
  return place === -1 ? tookLimits.length - 1 : place
}
