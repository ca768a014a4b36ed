import type { Article } from '../../../platform/content/articles.ts'
import type { SiteContent } from '../../../platform/content/site-content.ts'
import { mailLook } from '../../../platform/content/theme.ts'
import { mailtoHref } from '../../../platform/email/mail-address.ts'

export type IssueSite = Pick<SiteContent, 'facts' | 'studio' | 'theme' | 'blog' | 'newsletter'> & {
  siteUrl: string
}

export type Letter = ReturnType<typeof letterOf>

export function letterOf(article: Article, { studio, facts: { lang }, theme, blog, newsletter, siteUrl }: IssueSite) {
  const at = (path: string) => new URL(path, siteUrl)
  const { issue } = newsletter
  const { heading, text, form, byMail, mails } = blog.callToAction
  return {
    article,
    links: { page: at(article.path), pictures: article.pictures, pictureWord: issue.picture },
    from: { text: studio.name, href: at('/').href, look: mailLook(theme), lang },
    meta: [article.written.date, `${article.minutes} ${blog.readTime}`].join(' · '),
    onSite: { text: issue.onSite, href: at(article.path).href },
    call: {
      heading,
      text,
      button: { text: form, href: at('/contact').href },
      byMail,
      email: studio.email,
      mails: mails.map(({ text, subject }) => ({ text, href: mailtoHref(studio.email, subject) })),
    },
    reason: issue.reason,
    unsubscribe: { text: issue.unsubscribe, href: unsubscribePlace },
    privacy: { text: issue.privacy, href: at('/privacy').href },
    sender: [issue.sender, ...(studio.postalAddress?.split('\n') ?? []), studio.email],
  }
}

export type RenderedIssue = {
  subject: string
  text: string
  html: string
}

/** Stands where each reader's own link to leave is put. */
export const unsubscribePlace = 'https://unsubscribe.invalid/'

export function withUnsubscribeLink(issue: RenderedIssue, link: string): RenderedIssue {
  return {
    subject: issue.subject,
    text: issue.text.replaceAll(unsubscribePlace, link),
    html: issue.html.replaceAll(unsubscribePlace, link),
  }
}

export type LetterLinks = {
  /** A `#anchor` leads here: few mail programs jump within a mail. */
  page: URL
  pictures: Article['pictures']
  pictureWord: string
}
