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
import { buttonHtml, codeBoxHtml, emailFrame, layout, linkHtml, smallHtml } from '../../platform/email/layout.ts'
import { styles } from '../../platform/email/look.ts'
import { issueEmail, unsubscribePath } from './emails.ts'

/** Size of the encoded HTML. Gmail cuts an email at 102 kB, which would hide the unsubscribe link. */
export const maxIssueBytes = 90_000

/** @throws Refusal if mail programs would cut the HTML */
export function renderIssue(article: Article, site: IssueSite): RenderedIssue {
  const body = issueBodyOf(article, site)
  const { title, description: preview } = article
  const parts = issueParts(body)
  const html = emailFrame({ title, preview, brand: body.from, parts })
  const bytes = encodedBytes(html)
  if (bytes > maxIssueBytes) {
    const [has, may] = [bytes, maxIssueBytes].map((each) => Math.ceil(each / 1_000))
    throw new Refusal(
      `The issue would have ${has} kB, and mail programs cut what is above ${may} kB. Make the article shorter.`,
    )
  }
  return {
    subject: title,
    text: `${[body.from.text, ...htmlTexts(parts, body.links.pictureWord)].join('\n\n\n')}\n`,
    html,
  }
}

/** Bytes of a text in transit (RFC 2045): base64 if most letters aren't ASCII, as nodemailer does. */
export function encodedBytes(text: string): number {
  const beyond = text.match(/[\u0080-\uFFFF]/g)?.length ?? 0
  const latin = text.match(/[a-z]/gi)?.length ?? 0
  const lines = text.replaceAll('\n', '\r\n')
  return (beyond >= latin ? base64.wrap(base64.encode(lines)) : qp.wrap(qp.encode(lines))).length
}

export type IssueSite = Pick<SiteContent, 'facts' | 'studio' | 'theme' | 'blog' | 'newsletter'> & {
  siteUrl: string
}

type IssueBody = ReturnType<typeof issueBodyOf>

function issueBodyOf(article: Article, { studio, facts: { lang }, theme, blog, newsletter, siteUrl }: IssueSite) {
  const at = (path: string) => new URL(path, siteUrl)
  const { issue } = newsletter
  const { heading, text, form, byMail, mails: emails } = blog.callToAction
  return {
    article,
    links: { page: at(article.path), pictures: article.pictures, pictureWord: issue.picture },
    from: { text: studio.name, href: at('/').href, look: emailLook(theme), lang },
    meta: [article.written.date, `${article.minutes} ${blog.readTime}`].join(' · '),
    onSite: { text: issue.onSite, href: at(article.path).href },
    call: {
      heading,
      text,
      button: { text: form, href: at('/contact').href },
      byMail,
      email: studio.email,
      emails: emails.map(({ text, subject }) => ({ text, href: mailtoHref(studio.email, subject) })),
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

/** Placeholder for each subscriber's own unsubscribe link. */
export const unsubscribePlace = 'https://unsubscribe.invalid/'

export function withUnsubscribeLink(issue: RenderedIssue, link: string): RenderedIssue {
  return {
    subject: issue.subject,
    text: issue.text.replaceAll(unsubscribePlace, link),
    html: issue.html.replaceAll(unsubscribePlace, link),
  }
}

export type IssueLinks = {
  /** `#anchor` links lead here: few mail programs jump within an email. */
  page: URL
  pictures: Article['pictures']
  pictureWord: string
}

/** The parts that both the HTML and the text are made from. */
function issueParts(body: IssueBody): string[] {
  const { article, links, meta, onSite } = body
  const title = `<h1 style="${styles.h1}">${escapeHtml(article.title)}</h1>
<p class="second" style="${styles.meta}">${escapeHtml(meta)} · ${linkHtml(onSite)}</p>`
  return [title, ...proseParts(article.prose, links), callHtml(body), footHtml(body)]
}

function callHtml({ call }: IssueBody): string {
  const { heading, text, button, byMail, emails } = call
  return `<table ${layout} width="100%" style="${styles.box}"><tr><td class="tag box" bgcolor="@panel" style="${styles.boxCell}">
<h2 style="${styles.boxHeading}">${escapeHtml(heading)}</h2>
<p style="${styles.p}">${escapeHtml(text)}</p>
${buttonHtml(button)}
<p style="${styles.emails}"><i class="second serif" style="${styles.remark}">${escapeHtml(byMail)}</i><br>
${emails.map((email) => linkHtml(email, styles.boxLink)).join('<br>\n')}</p>
</td></tr></table>`
}

function footHtml({ reason, unsubscribe, privacy, sender, from }: IssueBody): string {
  const [who = '', ...where] = sender
  return [
    `<hr style="${styles.hr}">`,
    smallHtml(escapeHtml(reason)),
    smallHtml([unsubscribe, privacy].map((each) => linkHtml(each)).join('<br>\n')),
    smallHtml(
      [`${escapeHtml(who)}, ${linkHtml({ ...from, text: from.href })}`, ...where.map(escapeHtml)].join('<br>\n'),
    ),
  ].join('\n')
}

/** Outlook reads a picture's width only from its attribute. */
const widestPicture = 540

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
  const renderToken = markdown.renderer.renderToken.bind(markdown.renderer)
  let quotes = 0
  markdown.renderer.renderToken = (tokens, i, options) => {
    const { tag, nesting } = tokens[i] ?? {}
    if (tag === 'figure') return figureEnd(tokens, i)
    if (tag === 'blockquote') quotes += nesting ?? 0
    return renderToken(tokens, i, options).replace(/<(p|ul|ol|li|blockquote|hr)\b/, (open, name: 'p') => {
      return `${open} style="${styles[name === 'p' && quotes > 0 ? 'quoted' : name]}"`
    })
  }
  rules['heading_open'] = (tokens, i) => opening(headingTag(tokens[i]))
  rules['heading_close'] = (tokens, i) => `</${headingTag(tokens[i])}>\n`
  rules['code_inline'] = (tokens, i) => `${opening('code')}${escapeHtml(tokens[i]?.content ?? '')}</code>`
  rules['link_open'] = (tokens, i) => linkOpening(attribute(tokens[i], 'href'), links)
  rules['image'] = (tokens, i) => pictureHtml(tokens, i, links)
  rules['fence'] = (tokens, i) => {
    const [token] = tokens.slice(i)
    const scale = token && scales.get(token)
    return `${scale ? scaleHtml(scale) : codeBoxHtml((token?.content ?? '').replace(/\n$/, ''))}\n`
  }
  rules['table_open'] = () =>
    `<div style="${styles.scroll}"><table width="100%" cellpadding="0" cellspacing="0" border="0" class="data" style="${styles.table}">\n`
  rules['table_close'] = () => '</table></div>\n'
  rules['tr_open'] = (tokens, i) => `<tr valign="${tokens[i - 1]?.type === 'thead_open' ? 'bottom' : 'top'}">`
  rules['th_open'] = rules['td_open'] = cellOpening
  rules['th_close'] = rules['td_close'] = (tokens, i) => `</${cellTag(tokens[i], tokens[i - 1])}>`
  for (const type of ['thead_open', 'thead_close', 'tbody_open', 'tbody_close', 'footnote_anchor'])
    rules[type] = () => ''
  for (const type of ['footnote_ref', 'task_start', 'task_end']) rules[type] = (tokens, i) => tokens[i]?.content ?? ''
  return markdown
}

function opening(tag: 'h2' | 'h3' | 'h4' | 'code'): string {
  return `<${tag} style="${styles[tag]}">`
}

function headingTag(token: Token | undefined) {
  return token?.tag === 'h2' || token?.tag === 'h3' ? token.tag : 'h4'
}

/** Start or end of a paragraph that holds only a picture. */
function figureEnd(tokens: readonly Token[], i: number): string {
  const nesting = tokens[i]?.nesting ?? 0
  const caption = escapeHtml(attribute(tokens[i + nesting]?.children?.[0], 'title'))
  if (nesting === 1) return `<p style="${caption ? styles.pictureAbove : styles.p}">`
  return `</p>\n${caption && `<p class="second serif" style="${styles.caption}">${caption}</p>\n`}`
}

function pictureHtml(tokens: readonly Token[], i: number, links: IssueLinks): string {
  const name = attribute(tokens[i], 'src')
  const { src, width, height } = links.pictures.get(name) ?? { src: name, width: 0, height: 0 }
  const alt = escapeHtml(tokens[i]?.content ?? '')
  // No major mail program draws SVG.
  if (width > 0 && !name.endsWith('.svg')) {
    const shown = Math.min(width, widestPicture)
    const size = `width="${shown}" height="${Math.round((height * shown) / width)}"`
    return `<img src="${addressIn(src, links)}" alt="${alt}" ${size} style="${styles.img}">`
  }
  const words = `${escapeHtml(links.pictureWord)}: ${alt}`
  const isInLink = tokens.slice(0, i).findLast(({ type }) => type.startsWith('link_'))?.nesting === 1
  return isInLink ? words : `${linkOpening(src, links)}${words}</a>`
}

function linkOpening(href: string, links: IssueLinks): string {
  return `<a href="${addressIn(href, links)}" style="${styles.a}">`
}

function addressIn(href: string, { page }: IssueLinks): string {
  return escapeHtml(new URL(href, page).href)
}

function cellOpening(tokens: readonly Token[], i: number): string {
  const [token, words] = tokens.slice(i)
  const tag = cellTag(token, words)
  const kind = token?.tag === 'th' ? 'th' : 'td'
  // The cell before this one began three tokens ago.
  const look: keyof typeof styles = isNumber(token)
    ? `${kind}Number`
    : isNumber(tokens[i - 3])
      ? `${kind}AfterNumber`
      : kind
  const style = styles[look] + (words && isFigure(plainText(words)) ? styles.unbroken : '')
  return `<${tag}${tag === 'th' ? ' scope="col"' : ''} style="${style}">${words?.content ? '' : '&nbsp;'}`
}

function isNumber(token: Token | undefined): boolean {
  return attribute(token, 'style').endsWith('right')
}

function scaleHtml({ caption, unit, rows }: Scale): string {
  const longest = Math.max(...rows.map(({ to }) => to)) || 1
  const lines = rows.map(({ label, figure, from, to }) => {
    const shares = [from / longest, (to - from) / longest, 1 - to / longest].map((share) => Math.round(share * 100))
    const cells = shares.map((share, i) => barCell(share, i === 1 && to > 0, i === 0)).join('')
    return `<tr valign="bottom"><th scope="row" style="${styles.scaleLabel}">${escapeHtml(label)}</th><td style="${styles.scaleFigure}">${figure}&nbsp;${escapeHtml(unit)}</td></tr>
<tr aria-hidden="true"><td colspan="2" style="${styles.scaleBar}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${cells}</tr></table></td></tr>`
  })
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" class="scale" style="${styles.table}">
${lines.join('\n')}
</table>
<p class="second serif" style="${styles.caption}">${escapeHtml(caption)}</p>`
}

function barCell(share: number, isBar: boolean, isBefore: boolean): string {
  if (share < 1 && !isBar) return ''
  const colour = isBar ? ` bgcolor="@thread"` : ''
  const content = isBefore ? `<div class="thread" style="${styles.scaleLine}">&nbsp;</div>` : '&nbsp;'
  return `<td width="${Math.max(share, 1)}%"${colour} style="font-size:1px;line-height:10px">${content}</td>`
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
