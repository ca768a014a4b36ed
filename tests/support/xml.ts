import type { APIRequestContext, Page } from '@playwright/test'

export type XmlElement = {
  /** With its prefix: `atom:link`. */
  name: string
  namespace: string | null
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

/** Reads a document with the browser's own parser, which takes nothing that is not well-formed. */
export async function parseXml(page: Page, xml: string): Promise<XmlElement> {
  return page.evaluate((source) => {
    const { documentElement } = new DOMParser().parseFromString(source, 'application/xml')
    const error = documentElement.querySelector('parsererror')
    if (error) throw new Error(error.textContent)
    const read = (element: Element): XmlElement => ({
      name: element.nodeName,
      namespace: element.namespaceURI,
      attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
      children: [...element.children].map(read),
      text: element.children.length === 0 ? element.textContent : '',
    })
    return read(documentElement)
  }, xml)
}

/** The texts of the children of one name. */
export function textsOf(element: XmlElement, name: string): string[] {
  return element.children.filter((child) => child.name === name).map(({ text }) => text)
}

/** The text of the one child of this name. */
export function textOf(element: XmlElement, name: string): string {
  const [text, ...more] = textsOf(element, name)
  if (text === undefined || more.length > 0) throw new Error(`${element.name} must hold one ${name}`)
  return text
}

export type SitemapEntry = { loc: string; path: string; lastmod: string | undefined }

/** What one of the two XML sitemaps lists. */
export async function readSitemap(request: APIRequestContext, page: Page, path: string): Promise<SitemapEntry[]> {
  const root = await parseXml(page, await (await request.get(path)).text())
  return root.children.map((url) => {
    const loc = textOf(url, 'loc')
    return { loc, path: new URL(loc).pathname, lastmod: textsOf(url, 'lastmod')[0] }
  })
}

/** Every page that the sitemaps list. */
export async function readListed(request: APIRequestContext, page: Page): Promise<SitemapEntry[]> {
  return [
    ...(await readSitemap(request, page, '/sitemap.xml')),
    ...(await readSitemap(request, page, '/blog-sitemap.xml')),
  ]
}
