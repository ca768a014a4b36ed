import type { Page } from '@playwright/test'

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
