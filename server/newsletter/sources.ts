import { readArticlesNow } from './issues/issue.ts'

/** @returns a function that names sign-up pages, like `Seven SaaS trends`. Imported lists keep their names. */
export function readSourceNames(): (page: string | null) => string {
  const names = new Map([
    ...[['/', 'Home page'] as const, ['/newsletter', 'Newsletter page'] as const, ['import', 'Imported'] as const],
    ...readArticlesNow().articles.map(({ path, title }) => [path, title] as const),
  ])
  return (page) => names.get(page ?? '') ?? page ?? ''
}

/** Subscribers at the end of each of the last 12 months. @param days sorted, each with the number at its end */
export function byMonth(days: readonly { day: string; subscribers: number }[], now: number) {
  const today = new Date(now)
  return Array.from({ length: 12 }, (_, n) => {
    const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 11 + n)).toISOString().slice(0, 7)
    return { month, subscribers: days.findLast(({ day }) => day.slice(0, 7) <= month)?.subscribers ?? 0 }
  })
}
