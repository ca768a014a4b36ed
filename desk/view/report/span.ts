const dayMs = 86_400_000

export type Span = { from: string; to: string }

export const spans = [
  { name: '7', label: '7 days' },
  { name: '28', label: '28 days' },
  { name: '91', label: '13 weeks' },
  { name: '365', label: 'A year' },
] as const

/** The last so many days (UTC), today included. */
export function lastDays(count: number, now: number): Span {
  return { from: dayAt(now - (count - 1) * dayMs), to: dayAt(now) }
}

export function daysIn({ from, to }: Span): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

/** What an address asks for, and else the last four weeks. Whether it is a span, the server says. */
export function spanOf(query: URLSearchParams, now: number): Span {
  const [from, to] = [query.get('from'), query.get('to')]
  return from === null && to === null ? lastDays(28, now) : { from: from ?? '', to: to ?? '' }
}

export function isSame(one: Span, other: Span): boolean {
  return one.from === other.from && one.to === other.to
}

function dayAt(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
