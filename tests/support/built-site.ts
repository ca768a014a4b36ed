import { existsSync, readFileSync } from 'node:fs'
import { HtmlValidate } from 'html-validate'
import { DOMParser, parseHTML } from 'linkedom'

/** Reads the built sample without a browser or a server. */

/** Reads a file of the build. @throws Error that says how to build it */
export function readBuilt(file: string): string {
  const path = `dist/sample/client/${file}`
  if (!existsSync(path)) throw new Error(`No ${path}. Run: CONTENT_DIR=sample node scripts/build-if-changed.mjs`)
  return readFileSync(path, 'utf8')
}

/** The HTML of a prerendered page, by its path. */
export function readHtml(path: string): string {
  return readBuilt(path === '/' ? 'index.html' : `${path.slice(1)}.html`)
}

const pages = new Map<string, Document>()

/** The same, parsed. Don't change it: it's cached. */
export function readPage(path: string): Document {
  const page = pages.get(path) ?? parsePage(readHtml(path))
  pages.set(path, page)
  return page
}

export function parsePage(html: string): Document {
  // React writes this attribute in camel case, which this parser doesn't normalize.
  return parseHTML(html.replaceAll(' dateTime=', ' datetime=')).document
}

/** An XML file's root element. It isn't strict: a browser reads the same files in tests/browser/pages.spec.ts. */
export function readXml(file: string): Element {
  const root: unknown = new DOMParser().parseFromString(readBuilt(file), 'text/xml').documentElement
  // The parser's types are incomplete.
  return root as Element
}

export function find(root: ParentNode, selector: string): Element {
  const [found, ...more] = all(root, selector)
  if (found === undefined || more.length > 0) throw new Error(`${more.length + (found ? 1 : 0)} × ${selector}, not one`)
  return found
}

export function all(root: ParentNode, selector: string): Element[] {
  return [...root.querySelectorAll(selector)]
}

/** The text of an element, with single spaces. */
export function wordsOf(element: Element): string {
  return (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}

/** The values of an attribute. */
export function valuesOf(root: ParentNode, selector: string, attribute: string): string[] {
  return all(root, selector).map((each) => each.getAttribute(attribute) ?? '')
}

const validator = new HtmlValidate({ extends: ['html-validate:standard', 'html-validate:a11y'] })

/** Errors of the HTML validator, with line and column. */
export async function invalidIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
  )
}

/** The entries of an XML sitemap. */
export function readSitemap(file: 'sitemap.xml' | 'blog-sitemap.xml') {
  return all(readXml(file), 'url').map((url) => {
    const loc = wordsOf(find(url, 'loc'))
    return { loc, path: new URL(loc).pathname, lastmod: all(url, 'lastmod').map(wordsOf)[0] }
  })
}

/** Every page that search engines should index. */
export const listed = [...readSitemap('sitemap.xml'), ...readSitemap('blog-sitemap.xml')]

export const articlePaths = readSitemap('blog-sitemap.xml').map(({ path }) => path)

/** Pages meant for one visitor. */
export const answers = [
  '/search?q=price',
  '/search?q=',
  '/call?zone=Europe/Berlin',
  '/contact/received?reference=KW-TESTTEST',
  '/contact?details',
  '/newsletter',
  '/newsletter/subscribed?reference=NL-TESTTEST',
] as const

/** One page of each template. */
export const templates = [
  '/',
  '/blog',
  '/blog/kitewright-72-hour-mvp-development',
  '/terms',
  '/sitemap',
  '/contact',
  '/contact/received?reference=KW-TESTTEST',
  '/call?zone=Europe/Berlin',
  '/search?q=price',
  '/newsletter',
  '/nowhere',
]
