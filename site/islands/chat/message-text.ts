/** `9:07 PM`, after the day if it's a new day; '' in the same minute as the message above */
export function stampOf(at: number, before: number | undefined, lang: string): string {
  const dayOf = (ms: number) => new Date(ms).toLocaleDateString(lang, { dateStyle: 'medium' })
  const timeOf = (ms: number) => new Date(ms).toLocaleTimeString(lang, { timeStyle: 'short' })
  const day = dayOf(at)
  const time = timeOf(at)
  if (before !== undefined && day === dayOf(before)) return time === timeOf(before) ? '' : time
  const isToday = day === dayOf(Date.now())
  const today = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(0, 'day')
  return `${isToday ? today : day}, ${time}`
}

/** Matches bold and italic text, including nested marks, but not `2 * 3` or `snake_case_names`. */
const emphasis = /(\*{2,3})(?=\S)(.*?\S)\1|(?<!\w)([*_]{1,3})(?=\S)(.*?\S)\3(?!\w)/gs

export function stripMarkdown(text: string): string {
  return text.replace(/^#+ +/gm, '').replace(emphasis, '$2$4').replace(emphasis, '$2$4')
}

const link =
  /(?<![\w.+:/-])(\/(?:blog(?:\/[\w-]+)?|privacy|terms|sitemap|contact|call(?:\?[\w=:-]+)?|#[\w-]+)|[\w.+-]+@[\w.-]+\w)(?![\w/-])/

/** Links this site's paths and the studio's email address. Other parts have an empty `href`. Times are in the visitor's zone. */
export function findLinks(text: string, email: string, lang: string): { text: string; href: string }[] {
  return text.split(link).map((part, i) => {
    const isPath = i % 2 === 1 && part.startsWith('/')
    const mailto = part === email ? `mailto:${email}` : ''
    const href = isPath ? part : mailto
    const time = href.split('=')[1]
    if (!time) return { text: part, href }
    const format = new Intl.DateTimeFormat(lang, { timeStyle: 'short', dateStyle: 'full' })
    const zone = encodeURIComponent(format.resolvedOptions().timeZone)
    return { text: format.format(new Date(time)), href: `${href}&zone=${zone}` }
  })
}
