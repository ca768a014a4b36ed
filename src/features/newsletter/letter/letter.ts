import type { Article } from '../../../content/articles.ts'
import type { SiteContent } from '../../../content/site-content.ts'
import type { Link } from '../../../lib/mail/mail-frame.ts'
import { mailtoHref } from '../../../lib/mail/mailto.ts'
import { longDay } from '../../../lib/text/day.ts'
import type { LetterLinks } from './letter-links.ts'
import { unsubscribePlace } from './rendered-issue.ts'

/** Where a letter comes from: `{ ...siteContent(), siteUrl }`. */
export type IssueSite = Pick<SiteContent, 'studio' | 'blog' | 'newsletter'> & {
  /** Without a trailing slash. */
  siteUrl: string
}

/** What a letter says, in the order of its two forms. */
export type Letter = {
  article: Article
  links: LetterLinks
  /** The studio, and its home page. */
  from: Link
  /** When it was written, how long it takes to read. */
  meta: string
  onSite: Link
  call: { heading: string; text: string; button: Link; byMail: string; email: string; mails: Link[] }
  reason: string
  unsubscribe: Link
  privacy: Link
  /** Who sends it: names, then addresses. */
  sender: string[]
}

export function letterOf(article: Article, { studio, blog, newsletter, siteUrl }: IssueSite): Letter {
  const at = (path: string) => new URL(path, siteUrl)
  const { issue } = newsletter
  const { heading, text, form, byMail, mails } = blog.callToAction
  return {
    article,
    links: { page: at(article.path), pictures: article.pictures, pictureWord: issue.picture },
    from: { text: studio.name, href: at('/').href },
    meta: [longDay(article.date), `${article.minutes} ${blog.readTime}`].join(' · '),
    onSite: { text: issue.onSite, href: at(article.path).href },
    call: {
      heading,
      text,
      button: { text: form, href: at('/contact').href },
      byMail,
      email: studio.email,
      mails: mails.map(({ text, subject }) => ({
        text,
        href: mailtoHref(studio.email, subject),
      })),
    },
    reason: issue.reason,
    unsubscribe: { text: issue.unsubscribe, href: unsubscribePlace },
    privacy: { text: issue.privacy, href: at('/privacy').href },
    sender: [issue.sender, ...(studio.postalAddress?.split('\n') ?? []), studio.email],
  }
}
