import type { Token } from 'markdown-it'
import type { Article } from '../../../content/articles.ts'

/** Where the letter's addresses lead: absolute, since a mail stands nowhere. */
export type LetterLinks = {
  /** The article's page. A part of it (`#anchor`) is reached there: few mail programs jump within a mail. */
  page: URL
  pictures: Article['pictures']
  /** Stands before what a picture shows, where it is not drawn. */
  pictureWord: string
}

type LetterPicture = { src: string; width: number; height: number; alt: string; caption: string; isDrawn: boolean }

export function hrefOf(token: Token, { page }: LetterLinks): string {
  return new URL(String(token.attrGet('href') ?? ''), page).href
}

/** A picture of the article. No mail program of weight draws SVG: there a line leads to it. */
export function pictureOf(token: Token, { page, pictures }: LetterLinks): LetterPicture {
  const name = String(token.attrGet('src') ?? '')
  const { src, width, height } = pictures.get(name) ?? { src: name, width: 0, height: 0 }
  return {
    src: new URL(src, page).href,
    width,
    height,
    alt: token.content,
    caption: String(token.attrGet('title') ?? ''),
    isDrawn: width > 0 && !name.endsWith('.svg'),
  }
}
