import * as base64 from 'nodemailer/lib/base64'
import * as qp from 'nodemailer/lib/qp'
import { createElement as h } from 'react'
import { Refusal } from '../../../platform/actions.ts'
import type { Article } from '../../../platform/content/articles.ts'
import { contactLinks } from '../../../platform/content/studio.ts'
import { mailtoHref, messageIdOf } from '../../../platform/email/address.ts'
import { Button, EmailLayout, Lines, linked, Rows, renderEmail } from '../../../platform/email/layout/EmailLayout.tsx'
import type { Email } from '../../../platform/email/smtp/message.ts'
import { type RenderedIssue, unsubscribePlaceholder, withUnsubscribeLink } from '../links.ts'
import { issueHeaders } from './emails.ts'
import type { IssueHeader, IssueSite, IssueSource } from './issue.ts'
import { proseSections } from './issue-prose.tsx'

/** Maximum size of the encoded HTML. Gmail clips emails at 102 kB, which would hide the unsubscribe link. */
export const maxIssueBytes = 90_000

/** Renders an issue for one recipient, outside the outbox. @throws Refusal if Gmail would clip the HTML */
export function issueEmail(
  { article, site, from, header }: IssueSource,
  { link, ...email }: Pick<Email, 'id' | 'to' | 'createdAt'> & { link: string },
): Email & RenderedIssue {
  return {
    ...email,
    from,
    ...withUnsubscribeLink(renderIssue(article, site, header), link),
    replyTo: undefined,
    messageId: messageIdOf(email.id, from.address),
    headers: issueHeaders(link, site.studio),
  }
}

/** Renders an article as an issue, with a placeholder for the unsubscribe link. @throws Refusal if Gmail would clip the HTML */
export function renderIssue(article: Article, site: IssueSite, header?: IssueHeader): RenderedIssue {
  const { studio, facts, theme, newsletter, siteUrl, blog } = site
  const { title, description, prose, path, dateLabel, minutes } = article
  const { subject, preview } = header ?? { subject: title, preview: description }
  const { onSite, reason, picture, privacy, sender, unsubscribe } = newsletter.issue
  const page = new URL(path, siteUrl).href
  const home = new URL('/', siteUrl).href
  const privacyPage = new URL('/privacy', siteUrl).href
  const heading = (
    <>
      <h1>{title}</h1>
      <p className="second small">
        {dateLabel} · {minutes} {blog.readTime} · <a href={page}>{onSite}</a>
      </p>
    </>
  )
  const links = [h('a', { href: unsubscribePlaceholder }, unsubscribe), h('a', { href: privacyPage }, privacy)]
  const contacts = contactLinks(studio).map(({ text, to }) => h('a', { href: to }, text))
  const postalLines = studio.postalAddress?.split('\n') ?? []
  const address = [linked(`${sender}, ${home}`), ...postalLines, ...contacts]
  const { text, html } = renderEmail(
    <EmailLayout
      subject={subject}
      preview={preview}
      brand={{ text: studio.name, href: home, look: theme, lang: facts.lang }}
      heading={heading}
      foot={[reason, <Lines key="links" lines={links} />]}
      sender={<Lines lines={address} />}
      pictureWord={picture}
    >
      {proseSections(prose, { page, pictures: article.pictures, pictureWord: picture })}
      <CallToAction site={site} />
    </EmailLayout>,
  )
  const bytes = encodedBytes(html)
  if (bytes > maxIssueBytes) {
    const [size, max] = [bytes, maxIssueBytes].map((count) => Math.ceil(count / 1_000))
    throw new Refusal(
      `The issue would be ${size} kB, but the maximum is ${max} kB: Gmail would clip it. Make the article shorter.`,
    )
  }
  return { subject, text: `${studio.name}\n\n\n${text}`, html }
}

/** Encoded size in bytes (RFC 2045): base64 if most characters aren't ASCII, as nodemailer decides. */
export function encodedBytes(text: string): number {
  const nonAscii = text.match(/[\u0080-\uFFFF]/g)?.length ?? 0
  const latin = text.match(/[a-z]/gi)?.length ?? 0
  const lines = text.replaceAll('\n', '\r\n')
  return (nonAscii >= latin ? base64.wrap(base64.encode(lines)) : qp.wrap(qp.encode(lines))).length
}

/** The end of an issue: a button to the contact page, and links for different emails. */
function CallToAction({ site: { blog, studio, siteUrl } }: { site: IssueSite }) {
  const { heading, text, form, byMail, mails } = blog.callToAction
  const label = h('i', { className: 'second serif' }, byMail)
  const links = mails.map(({ text, subject }) => h('a', { href: mailtoHref(studio.email, subject) }, text))
  return (
    <Rows width="100%" className="space" cell="tag box">
      <div>
        <h2 className="flush">{heading}</h2>
        <p>{text}</p>
        <Button text={form} href={new URL('/contact', siteUrl).href} />
        <p className="loose">
          <Lines lines={[label, ...links]} />
        </p>
      </div>
    </Rows>
  )
}
