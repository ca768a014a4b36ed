import { readArticlesNow } from './issues/current-articles.ts'

/** @returns a function that turns a page's path into its title, like `Seven SaaS trends`. Imported lists keep their names. */
export function readSourceNames(): (page: string | null) => string {
  const names = new Map(readArticlesNow().articles.map(({ path, title }) => [path, title]))
  names.set('/', 'Home page').set('/newsletter', 'Newsletter page').set('import', 'Imported')
  return (page) => names.get(page ?? '') ?? page ?? ''
}

/** Counts subscribers at the end of each of the last 12 months. @param days sorted, with the number at the end of each day */
export function byMonth(days: readonly { day: string; subscribers: number }[], now: number) {
  const today = new Date(now)
  return Array.from({ length: 12 }, (_, n) => {
    const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 11 + n)).toISOString().slice(0, 7)
    return { month, subscribers: days.findLast(({ day }) => day.slice(0, 7) <= month)?.subscribers ?? 0 }
  })
}
