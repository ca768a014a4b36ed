import * as base64 from 'nodemailer/lib/base64'
import * as qp from 'nodemailer/lib/qp'
import { createContext, Fragment, createElement as h, type ReactNode, useContext } from 'react'
import { Refusal } from '../../../platform/actions.ts'
import type { Article } from '../../../platform/content/articles.ts'
import type { Prose } from '../../../platform/content/prose/prose.ts'
import { type ProseViews, proseElements } from '../../../platform/content/prose/prose-elements.ts'
import type { Scale } from '../../../platform/content/prose/scale.ts'
import { cellLook } from '../../../platform/content/prose/tables.ts'
import { attribute, scaleOf, type Token } from '../../../platform/content/prose/tokens.ts'
import { contactLinks } from '../../../platform/content/studio.ts'
import { mailtoHref, messageIdOf } from '../../../platform/email/address.ts'
import {
  alignedTop,
  Button,
  Code,
  EmailLayout,
  Lines,
  layoutTable,
  linked,
  Rows,
  renderEmail,
} from '../../../platform/email/layout/EmailLayout.tsx'
import type { Email } from '../../../platform/email/smtp/message.ts'
import { type RenderedIssue, unsubscribePlaceholder, withUnsubscribeLink } from '../links.ts'
import { issueHeaders } from './emails.ts'
import type { IssueHeader, IssueSite, IssueSource } from './issue.ts'

/** Maximum size of the encoded HTML. Gmail clips emails at 102 kB, which would hide the unsubscribe link. */
export const maxIssueBytes = 90_000

/** @throws Refusal if Gmail would clip the HTML */
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

/** @throws Refusal if Gmail would clip the HTML */
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
    const size = Math.ceil(bytes / 1_000)
    const max = Math.ceil(maxIssueBytes / 1_000)
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

type IssueLinks = {
  /** The page `#anchor` links lead to. Few email apps support links within an email. */
  page: string
  pictures: Article['pictures']
  pictureWord: string
}

/** Splits prose into sections. All but the first start with an h2. */
function proseSections({ tokens }: Prose, links: IssueLinks): ReactNode[] {
  const isStart = ({ type, tag, level }: Token) => type === 'heading_open' && tag === 'h2' && level === 0
  const starts = [0]
  for (const [i, token] of tokens.entries()) if (i > 0 && isStart(token)) starts.push(i)
  const views = issueViews(links)
  return starts.map((start, i) => proseElements(tokens.slice(start, starts[i + 1]), views))
}

function issueViews({ page, pictures, pictureWord }: IssueLinks): ProseViews {
  const absolute = (href: string) => new URL(href, page).href
  return {
    // Outlook doesn't support figure.
    paragraph: ({ token, children }) => (token.hidden ? children : h('p', null, children)),
    link: ({ token, children }) => h(Link, { href: absolute(attribute(token, 'href')) }, children),
    image: ({ token }) => {
      const name = attribute(token, 'src')
      const { src, width, height } = pictures.get(name) ?? { src: name, width: 0, height: 0 }
      const displayWidth = Math.min(width, maxPictureWidth)
      const size = { width: displayWidth, height: Math.round((height * displayWidth) / width) }
      // No major email app shows SVG. Lazy loading keeps React from adding a preload link.
      const picture =
        width > 0 && !name.endsWith('.svg')
          ? h('img', { src: absolute(src), alt: token.content, ...size, loading: 'lazy' })
          : h(Link, { href: absolute(src) }, `${pictureWord}: ${token.content}`)
      const caption = attribute(token, 'title')
      return caption ? h(Lines, { lines: [picture, h('i', { className: 'second serif' }, caption)] }) : picture
    },
    fence: ({ token }) => h(Code, { text: token.content.replace(/\n$/, '') }),
    scale: ({ token }) => h(ScaleBars, scaleOf(token)),
    table: ({ children }) => h('div', { className: 'scroll' }, h('table', dataTable, children)),
    tr: ({ children }) => h('tr', alignedTop, children),
    th: cellView,
    td: cellView,
  }
}

/** Outlook reads a picture's width only from its attribute. */
const maxPictureWidth = 540
const dataTable = { width: '100%', cellPadding: 0, cellSpacing: 0, border: 0, className: 'data' }
const IsInLink = createContext(false)

/** A link, or just its text inside another link. */
function Link({ href, children }: { href: string; children?: ReactNode }) {
  return useContext(IsInLink) ? children : h('a', { href }, h(IsInLink, { value: true }, children))
}

function cellView({ token, children }: Parameters<ProseViews[string]>[0]) {
  const { tag, classes } = cellLook(token)
  const className = [token.tag === 'th' ? 'head' : 'cell', ...classes].join(' ')
  const scope = tag === 'th' ? 'col' : undefined
  return h(tag, { scope, className }, token.content === '' ? '\u00a0' : children)
}

function ScaleBars({ caption, rows }: Scale) {
  const maxValue = Math.max(...rows.map(({ to }) => to)) || 1
  const lines = rows.map(({ label, figure, unit, from, to }) => {
    const name = h('th', { scope: 'row', className: 'scaled' }, label)
    const value = h('td', { className: 'scaled number unbroken' }, `${figure}\u00a0${unit}`)
    const bar = h('td', { colSpan: 2, className: 'flush' }, h(Bar, { from: from / maxValue, to: to / maxValue }))
    return h(
      Fragment,
      { key: label },
      h('tr', { valign: 'bottom' }, name, value),
      h('tr', { 'aria-hidden': true }, bar),
    )
  })
  const title = h('p', { className: 'second serif caption' }, caption)
  return h(Fragment, null, title, h('div', { className: 'scroll' }, h('table', dataTable, lines)))
}

/** A bar made of table cells, after a thin line from the axis. */
function Bar({ from, to }: { from: number; to: number }) {
  const percents = [from, to - from, 1 - to].map((part) => Math.round(part * 100))
  const cells = percents.map((percent, i) => {
    const isBar = i === 1 && to > 0
    if (percent < 1 && !isBar) return null
    const content = i === 0 ? h('div', { className: 'thread line' }, '\u00a0') : '\u00a0'
    const look = { width: `${Math.max(percent, 1)}%`, className: isBar ? 'bare bar' : 'bare' }
    return h('td', { key: i, ...look }, content)
  })
  return h('table', { ...layoutTable, width: '100%' }, h('tr', null, cells))
}
