/** Formats a message's time: `9:07 PM`, with the day if it's a new day. '' if it's the previous message's minute. */
export function timestampText(at: number, previousAt: number | undefined, lang: string): string {
  const dayOf = new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }).format
  const timeOf = new Intl.DateTimeFormat(lang, { timeStyle: 'short' }).format
  const day = dayOf(at)
  const time = timeOf(at)
  if (previousAt !== undefined && day === dayOf(previousAt)) return time === timeOf(previousAt) ? '' : time
  const isToday = day === dayOf(Date.now())
  const today = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(0, 'day')
  return `${isToday ? today : day}, ${time}`
}

/** Matches bold and italic text, including nested marks, but not `2 * 3` or `snake_case_names`. */
const emphasis = /(\*{2,3})(?=\S)(.*?\S)\1|(?<!\w)([*_]{1,3})(?=\S)(.*?\S)\3(?!\w)/gs

/** Removes heading and emphasis marks. Emphasis can be nested one level deep, so this replaces it twice. */
export function stripMarkdown(text: string): string {
  return text.replace(/^#+ +/gm, '').replace(emphasis, '$2$4').replace(emphasis, '$2$4')
}

/** Matches paths of the site's pages, such as `/blog/a-post`, `/call?start=2026-11-26T09:00Z`, and `/#pricing`. */
const page = /\/(?:blog(?:\/[\w-]+)?|privacy|terms|sitemap|contact|call(?:\?[\w=:-]+)?|#[\w-]+)/
const emailAddress = /(?<![\w.+-])[\w.+-]+@[\w.-]+\w/
const link = new RegExp(`(?<![\\w.+:/-])(${page.source}|${emailAddress.source})(?![\\w/-])`)

export type TextPart = { text: string; href: string }

/** Splits a reply at its links: this site's pages and the studio's email address. Plain text has an empty `href`. */
export function findLinks(text: string, studioEmail: string, lang: string): TextPart[] {
  // `split` puts the links, which `link` captures, at odd indexes.
  return text.split(link).map((part, i) => {
    if (i % 2 === 1 && part.startsWith('/')) return pageLink(part, lang)
    return { text: part, href: part === studioEmail ? `mailto:${part}` : '' }
  })
}

/** Formats a free time's start in the visitor's time zone, and adds that zone to its link to the call form. */
function pageLink(path: string, lang: string): TextPart {
  const [, start] = path.split('?start=')
  if (!start) return { text: path, href: path }
  const format = new Intl.DateTimeFormat(lang, { timeStyle: 'short', dateStyle: 'full' })
  const zone = encodeURIComponent(format.resolvedOptions().timeZone)
  return { text: format.format(new Date(start)), href: `${path}&zone=${zone}` }
}
