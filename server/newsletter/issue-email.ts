import MarkdownIt, { type Token } from 'markdown-it'
import * as base64 from 'nodemailer/lib/base64'
import * as qp from 'nodemailer/lib/qp'
import { Refusal } from '../../platform/actions.ts'
import type { Article } from '../../platform/content/articles.ts'
import { attribute, cellTag, isFigure, type Prose, plainText } from '../../platform/content/prose/prose.ts'
import type { Scale } from '../../platform/content/prose/scale.ts'
import type { SiteContent } from '../../platform/content/site-content.ts'
import { emailLook } from '../../platform/content/theme.ts'
import { type EmailAddress, mailtoHref } from '../../platform/email/email-address.ts'
import { escapeHtml } from '../../platform/email/escape.ts'
import { htmlTexts } from '../../platform/email/html-text.ts'
import { buttonHtml, codeBoxHtml, emailFrame, layout, linkHtml, part, smallHtml } from '../../platform/email/layout.ts'
import { issueEmail, unsubscribePath } from './emails.ts'

/** Of the encoded HTML. Gmail clips an email at 102 kB, which would hide the unsubscribe link. */
export const maxIssueBytes = 90_000

export type IssueSite = Pick<SiteContent, 'facts' | 'studio' | 'theme' | 'blog' | 'newsletter'> & {
  siteUrl: string
}

export type RenderedIssue = {
  subject: string
  text: string
  html: string
}

/** @throws Refusal if Gmail would clip the HTML */
export function renderIssue(article: Article, site: IssueSite): RenderedIssue {
  const { studio, facts, theme, newsletter, siteUrl } = site
  const { title, description: preview, prose, pictures } = article
  const brand = { text: studio.name, href: hrefOf('/', site), look: emailLook(theme), lang: facts.lang }
  const links = { page: new URL(article.path, siteUrl), pictures, pictureWord: newsletter.issue.picture }
  const parts = [headHtml(article, site), ...proseParts(prose, links), callToActionHtml(site), footHtml(site)]
  const html = emailFrame({ title, preview, brand, parts })
  const bytes = encodedBytes(html)
  if (bytes > maxIssueBytes) {
    const [has, may] = [bytes, maxIssueBytes].map((each) => Math.ceil(each / 1_000))
    throw new Refusal(
      `The issue would have ${has} kB, and Gmail clips emails above ${may} kB. Make the article shorter.`,
    )
  }
  const text = [studio.name, ...htmlTexts(parts, links.pictureWord)].join('\n\n\n')
  return { subject: title, text: `${text}\n`, html }
}

/** Size of a text in transit (RFC 2045), in bytes: base64 if most letters aren't ASCII, as in nodemailer. */
export function encodedBytes(text: string): number {
  const nonAscii = text.match(/[\u0080-\uFFFF]/g)?.length ?? 0
  const latin = text.match(/[a-z]/gi)?.length ?? 0
  const lines = text.replaceAll('\n', '\r\n')
  return (nonAscii >= latin ? base64.wrap(base64.encode(lines)) : qp.wrap(qp.encode(lines))).length
}

/** Placeholder for each subscriber's own unsubscribe link. */
export const unsubscribePlaceholder = 'https://unsubscribe.invalid/'

export function withUnsubscribeLink(issue: RenderedIssue, link: string): RenderedIssue {
  return {
    subject: issue.subject,
    text: issue.text.replaceAll(unsubscribePlaceholder, link),
    html: issue.html.replaceAll(unsubscribePlaceholder, link),
  }
}

function hrefOf(path: string, { siteUrl }: IssueSite): string {
  return new URL(path, siteUrl).href
}

function headHtml({ title, written, minutes, path }: Article, site: IssueSite): string {
  const onSite = linkHtml({ text: site.newsletter.issue.onSite, href: hrefOf(path, site) })
  const meta = [written.date, `${minutes} ${site.blog.readTime}`].map(escapeHtml)
  return `${part.heading(title)}\n<p class="second small">${[...meta, onSite].join(' · ')}</p>`
}

function callToActionHtml(site: IssueSite): string {
  const { heading, text, form, byMail, mails: emails } = site.blog.callToAction
  const links = emails.map(({ text, subject }) => linkHtml({ text, href: mailtoHref(site.studio.email, subject) }))
  return `<table ${layout} width="100%" class="space"><tr><td class="tag box" bgcolor="@panel">
<h2 class="flush">${escapeHtml(heading)}</h2>
<p>${escapeHtml(text)}</p>
${buttonHtml({ text: form, href: hrefOf('/contact', site) })}
<p class="loose"><i class="second serif">${escapeHtml(byMail)}</i><br>
${links.join('<br>\n')}</p>
</td></tr></table>`
}

function footHtml(site: IssueSite): string {
  const { reason, unsubscribe, privacy, sender } = site.newsletter.issue
  const { postalAddress, email } = site.studio
  const home = hrefOf('/', site)
  const lines = [
    [escapeHtml(reason)],
    [
      linkHtml({ text: unsubscribe, href: unsubscribePlaceholder }),
      linkHtml({ text: privacy, href: hrefOf('/privacy', site) }),
    ],
    [
      `${escapeHtml(sender)}, ${linkHtml({ text: home, href: home })}`,
      ...(postalAddress?.split('\n') ?? []).map(escapeHtml),
      escapeHtml(email),
    ],
  ]
  return ['<hr>', ...lines.map((each) => smallHtml(each.join('<br>\n')))].join('\n')
}

type IssueLinks = {
  /** The page that `#anchor` links lead to, since few mail programs support links within an email. */
  page: URL
  pictures: Article['pictures']
  pictureWord: string
}

/** Outlook reads a picture's width only from its attribute. */
const maxPictureWidth = 540

/** One part per h2. */
export function proseParts({ tokens, scales }: Prose, links: IssueLinks): string[] {
  const { renderer, options } = issueMarkdown(scales, links)
  const isStart = ({ type, tag, level }: Token) => type === 'heading_open' && tag === 'h2' && level === 0
  const starts = [0, ...tokens.flatMap((token, i) => (i > 0 && isStart(token) ? i : []))]
  return starts.map((start, i) => renderer.render(tokens.slice(start, starts[i + 1]), options, {}).trim())
}

function issueMarkdown(scales: Prose['scales'], links: IssueLinks) {
  const markdown = new MarkdownIt()
  const { rules } = markdown.renderer
  rules['heading_open'] = (tokens, i) => `<${tokens[i]?.tag}>`
  // Outlook doesn't support figure.
  rules['paragraph_open'] = rules['paragraph_close'] = (tokens, i, options, _, renderer) =>
    renderer.renderToken(tokens, i, options).replace('figure', 'p')
  rules['link_open'] = (tokens, i) => linkOpening(attribute(tokens[i], 'href'), links)
  rules['image'] = (tokens, i) => pictureHtml(tokens, i, links)
  rules['fence'] = (tokens, i) => {
    const [token] = tokens.slice(i)
    const scale = token && scales.get(token)
    return `${scale ? scaleHtml(scale) : codeBoxHtml((token?.content ?? '').replace(/\n$/, ''))}\n`
  }
  rules['table_open'] = () => `<div class="scroll"><table ${dataTable}>\n`
  rules['table_close'] = () => '</table></div>\n'
  rules['tr_open'] = () => '<tr valign="top">'
  rules['th_open'] = rules['td_open'] = cellOpening
  rules['th_close'] = rules['td_close'] = (tokens, i) => `</${cellTag(tokens[i], tokens[i - 1])}>\n`
  rules['footnote_anchor'] = () => ''
  for (const type of ['footnote_ref', 'task_start', 'task_end']) rules[type] = (tokens, i) => tokens[i]?.content ?? ''
  return markdown
}

const dataTable = 'width="100%" cellpadding="0" cellspacing="0" border="0" class="data"'

function pictureHtml(tokens: readonly Token[], i: number, links: IssueLinks): string {
  const name = attribute(tokens[i], 'src')
  const title = attribute(tokens[i], 'title')
  const caption = title && `<br>\n<i class="second serif">${escapeHtml(title)}</i>`
  const { src, width, height } = links.pictures.get(name) ?? { src: name, width: 0, height: 0 }
  const alt = escapeHtml(tokens[i]?.content ?? '')
  // No major email program shows SVG.
  if (width > 0 && !name.endsWith('.svg')) {
    const displayWidth = Math.min(width, maxPictureWidth)
    const size = `width="${displayWidth}" height="${Math.round((height * displayWidth) / width)}"`
    return `<img src="${addressIn(src, links)}" alt="${alt}" ${size}>${caption}`
  }
  const words = `${escapeHtml(links.pictureWord)}: ${alt}`
  const isInLink = tokens.slice(0, i).findLast(({ type }) => type.startsWith('link_'))?.nesting === 1
  return `${isInLink ? words : `${linkOpening(src, links)}${words}</a>`}${caption}`
}

function linkOpening(href: string, links: IssueLinks): string {
  return `<a href="${addressIn(href, links)}">`
}

function addressIn(href: string, { page }: IssueLinks): string {
  return escapeHtml(new URL(href, page).href)
}

function cellOpening(tokens: readonly Token[], i: number): string {
  const [token, words] = tokens.slice(i)
  const tag = cellTag(token, words)
  const classes = [
    token?.tag === 'th' ? 'head' : 'cell',
    ...(attribute(token, 'style').endsWith('right') ? ['number'] : []),
    ...(words && isFigure(plainText(words)) ? ['unbroken'] : []),
  ].join(' ')
  return `<${tag}${tag === 'th' ? ' scope="col"' : ''} class="${classes}">${words?.content ? '' : '&nbsp;'}`
}

function scaleHtml({ caption, unit, rows }: Scale): string {
  const maxValue = Math.max(...rows.map(({ to }) => to)) || 1
  const lines = rows.map(({ label, figure, from, to }) => {
    const shares = [from / maxValue, (to - from) / maxValue, 1 - to / maxValue].map((share) => Math.round(share * 100))
    const cells = shares.map((share, i) => barCell(share, i === 1 && to > 0, i === 0)).join('')
    return `<tr valign="bottom"><th scope="row" class="scaled">${escapeHtml(label)}</th><td class="scaled number unbroken">${figure}&nbsp;${escapeHtml(unit)}</td></tr>
<tr aria-hidden="true"><td colspan="2" class="flush"><table ${layout} width="100%"><tr>${cells}</tr></table></td></tr>`
  })
  return `<table ${dataTable}>
${lines.join('\n')}
</table>
<p class="second serif">${escapeHtml(caption)}</p>`
}

function barCell(share: number, isBar: boolean, isBefore: boolean): string {
  if (share < 1 && !isBar) return ''
  const color = isBar ? ' bgcolor="@thread"' : ''
  const content = isBefore ? '<div class="thread line">&nbsp;</div>' : '&nbsp;'
  return `<td width="${Math.max(share, 1)}%"${color} class="bare">${content}</td>`
}

/** An unsubscribe link that belongs to nobody. */
export function previewLink(siteUrl: string): string {
  return `${siteUrl}${unsubscribePath}?key=preview`
}

/** @throws Refusal if it's too large */
export function previewIssueEmail(
  article: Article,
  { site, from, now }: { site: IssueSite; from: EmailAddress; now: () => number },
) {
  const link = previewLink(site.siteUrl)
  return issueEmail(renderIssue(article, site), { id: 'preview', from, to: from, link, createdAt: now() }, site.studio)
}
