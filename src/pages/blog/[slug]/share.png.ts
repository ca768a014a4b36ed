import type { APIRoute, GetStaticPaths } from 'astro'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { sharePicture } from '../../../build/share-picture.ts'
import type { Article } from '../../../content/articles.ts'
import { siteContent } from '../../../content/site-content.ts'
import { siteTexts } from '../../../content/site-texts.ts'
import { ArticleKiteDrawing } from '../../../features/articles/ArticleKite.tsx'

export const getStaticPaths = (() =>
  siteTexts().articles.map((article) => ({
    params: { slug: article.slug },
    props: { article },
  }))) satisfies GetStaticPaths

export const GET: APIRoute<{ article: Article }> = async ({ props: { article } }) => {
  const { studio, blog } = siteContent()
  const words = { name: studio.name, headline: article.title, tagline: `${article.minutes} ${blog.readTime}` }
  const picture = await sharePicture(words, renderToStaticMarkup(createElement(ArticleKiteDrawing, { article })))
  return new Response(picture, { headers: { 'content-type': 'image/png' } })
}
