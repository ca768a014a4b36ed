import { Children, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { cleanText, oneLine } from '../../text/clean-text.ts'
import { shortUrl } from '../../text/short-url.ts'
import { type EmailLook, inlineStyles, outlookStyle, styleSheets } from './inline-styles.ts'
import { emailText } from './plain-text.ts'

export type Link = { text: string; href: string }
export type Fact = readonly [label: string, value: string]
export type TagFact = readonly [label: string, ...lines: ReactNode[]]

/** The sender's name, site, look, and language. */
export type Brand = Link & { look: EmailLook; lang: string }

type EmailLayoutProps = {
  subject: string
  preview: string
  brand: Brand
  /** Defaults to the subject. */
  heading?: ReactNode
  children: ReactNode
  facts?: readonly Fact[]
  /** Small print above the sender. */
  foot?: readonly ReactNode[]
  sender?: ReactNode
  /** A word like “Picture” before a picture's description in the plain text. */
  pictureWord?: string
}
type Email = ReactElement<EmailLayoutProps>

/** Renders an `EmailLayout` as HTML and as plain text. */
export function renderEmail(email: Email): { subject: string; text: string; html: string } {
  const { subject, brand, pictureWord } = email.props
  const html = renderToStaticMarkup(email)
  return { subject, text: emailText(html, pictureWord), html: `<!doctype html>\n${inlineStyles(html, brand.look)}\n` }
}

/** The frame of every email. Loads no images or fonts, so opening an email can't be tracked. Each child is a row. */
export function EmailLayout({ subject, preview, brand, children, ...rest }: EmailLayoutProps) {
  const { heading = subject, facts = [], foot = [], sender = `${brand.text}, ${brand.href}` } = rest
  const column = renderToStaticMarkup(
    <Column brand={brand}>
      {typeof heading === 'string' ? <h1>{heading}</h1> : heading}
      {children}
      <div>
        <hr />
        {facts.length > 0 && <Facts facts={facts} />}
        {Children.map([...foot, sender], (line) => (
          <p className="second small tight">{typeof line === 'string' ? linked(line) : line}</p>
        ))}
      </div>
    </Column>,
  )
  const article = { role: 'article', 'aria-label': subject, lang: brand.lang }
  return (
    <html lang={brand.lang}>
      <head dangerouslySetInnerHTML={{ __html: headHtml(subject, brand.look) }} />
      <body>
        <div {...article} className="letter">
          <div className="preheader">{untrusted(preview) + ' \u200c'.repeat(Math.max(0, 140 - preview.length))}</div>
          <Rows width="100%" className="ground" cell="edge">
            <div dangerouslySetInnerHTML={{ __html: outlookTable.join(column) }} />
          </Rows>
        </div>
      </body>
    </html>
  )
}

/** Renders the studio's name, and a thread that runs down next to the children. A tag can hang on the thread. */
function Column({ brand, children }: { brand: Brand; children: ReactNode }) {
  return (
    <table {...layoutTable} width="100%" className="column">
      <tr aria-hidden>
        <td width={14} className="bare" />
        <td className="bare" />
      </tr>
      <tr>
        <td colSpan={2} className="flush">
          <table {...layoutTable}>
            <tr>
              <td width={30} align="center" className="knot" aria-hidden>
                ◆
              </td>
              <td className="title">
                <a href={brand.href} className="name">
                  {brand.text}
                </a>
              </td>
            </tr>
          </table>
        </td>
      </tr>
      {Children.map(Children.toArray(children), (child) =>
        isValidElement(child) && child.type === Tag ? (
          <tr>
            <td colSpan={2} className="text hung">
              {child}
            </td>
          </tr>
        ) : (
          <tr>
            <td className="flush" />
            <td className="thread text">{child}</td>
          </tr>
        ),
      )}
    </table>
  )
}

/** A paper tag on the thread, with facts. It must be a child of `EmailLayout`. */
export function Tag({ facts }: { facts: readonly TagFact[] }) {
  return (
    <table {...layoutTable} width="100%">
      <tr {...alignedTop}>
        <td width={36} className="tag flush" aria-hidden>
          <div className="thread stub">{'\u00a0'}</div>
          <div className="thread ground hole" />
        </td>
        <td className="tag facing">
          {facts.map(([label, ...lines]) => (
            <div key={label} className="entry">
              <span className="second small term">{label}</span>
              <br />
              <Lines lines={lines} />
            </div>
          ))}
        </td>
      </tr>
      <tr aria-hidden>
        <td colSpan={2} className="flush">
          <div className="thread stub">{'\u00a0'}</div>
        </td>
      </tr>
    </table>
  )
}

/** A fixed-width table for Outlook for Windows, which doesn't support `max-width`. */
const outlookTable = [
  '<!--[if mso]><table cellpadding="0" cellspacing="0" border="0" align="center" width="598"><tr><td class="flush"><![endif]-->',
  '<!--[if mso]></td></tr></table><![endif]-->',
]

function headHtml(title: string, look: EmailLook): string {
  return `
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
${renderToStaticMarkup(<title>{title}</title>)}
${styleSheets(look)
  .map((sheet) => `<style>\n${sheet}\n</style>`)
  .join('\n')}
<!--[if mso]><style>${outlookStyle}</style><![endif]-->
`
}

export const layoutTable = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 }

type RowsProps = { width?: '100%'; className: string; cell: string; children: ReactNode }

/** A table with a row per child. Outlook for Windows only lays out tables, and it splits tall rows in odd places. */
export function Rows({ cell, children, ...table }: RowsProps) {
  return (
    <table {...layoutTable} {...table}>
      {Children.map(Children.toArray(children), (child) => (
        <tr>
          <td className={cell}>{child}</td>
        </tr>
      ))}
    </table>
  )
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <table cellPadding={2} cellSpacing={0} border={0} className="facts">
      {facts.map(([label, value]) => (
        <tr key={label} {...alignedTop}>
          <th scope="row" align="left" className="second label">
            {label}
          </th>
          <td className="second fact">{untrusted(value)}</td>
        </tr>
      ))}
    </table>
  )
}

/** Aligns cells to the top in Outlook for Windows. React's types lack this old attribute. */
export const alignedTop = { valign: 'top' }

/** Links URLs and email addresses in the studio's own text. */
export function linked(text: string): ReactNode[] {
  return text.split(/(https?:\/\/\S+|[^\s@]{1,64}@[^\s@]{1,250}[^\s@.,;:!?)])/).map((part, i) => {
    if (i % 2 === 0) return part
    return (
      <a key={String(i)} href={part.startsWith('http') ? part : `mailto:${part}`}>
        {shortUrl(part)}
      </a>
    )
  })
}

/** Adds invisible characters to untrusted text to keep email apps from turning parts of it into links. */
export function untrusted(text: string): string {
  return text.replaceAll(/(?<=\S)[.:@](?=\S)/g, '\u200c$&')
}

export function paragraphs(...lines: readonly string[]): ReactNode[] {
  return lines.map((text) => <p key={text}>{linked(text)}</p>)
}

export function Signature({ lines }: { lines: readonly string[] }) {
  return (
    <p className="serif">
      <Lines lines={lines} />
    </p>
  )
}

export function Lines({ lines }: { lines: readonly ReactNode[] }) {
  return lines.map((line, i) => (
    <Fragment key={String(i)}>
      {i > 0 && <br />}
      {line}
    </Fragment>
  ))
}

type QuoteProps = { label: string; text: string; facts?: readonly Fact[]; isOurs?: boolean }

/** Shows text and facts on a background that marks them as untrusted. `isOurs` omits the background. */
export function Quote({ label, text, facts = [], isOurs }: QuoteProps) {
  return (
    <>
      <p className="second serif tight">{label}:</p>
      {facts.length > 0 && (
        <div className="tag typed space">
          {facts.map(([name, value]) => (
            <div key={name} className="item">
              <b>{name.endsWith('?') ? name : `${name}:`}</b> <bdi>{untrusted(oneLine(value))}</bdi>
            </div>
          ))}
        </div>
      )}
      {text !== '' && (
        <blockquote dir="auto" className={isOurs ? 'ours' : 'tag typed'}>
          <Lines lines={untrusted(cleanText(text)).split('\n')} />
        </blockquote>
      )}
    </>
  )
}

export function Button({ text, href }: Link) {
  return (
    <Rows className="space" cell="button">
      <a href={href} className="press">
        {text}
      </a>
    </Rows>
  )
}

export function Command({ label, text }: { label: string; text: string }) {
  return (
    <>
      <p className="tight">{label}</p>
      <Code text={text} />
    </>
  )
}

export function Code({ text }: { text: string }) {
  return (
    <Rows width="100%" className="space" cell="tag">
      <pre>{text}</pre>
    </Rows>
  )
}
