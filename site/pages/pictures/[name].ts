import { readFile } from 'node:fs/promises'
import type { APIRoute, GetStaticPaths } from 'astro'
import { articlesAndPages } from '../../../platform/content/articles-and-pages.ts'
import { contentPath } from '../../../platform/content/files/content-files.ts'
import { type Picture, photoFormats, photoUrl } from '../../../platform/content/pictures.ts'
import { siteContent } from '../../../platform/content/site-content.ts'
import { mediaTypeOf } from '../../../platform/http/site-files.ts'
import { encodePhoto } from '../../build/encode-photo.ts'

type Props = { file: string; width: number | undefined }

export const getStaticPaths = (() => {
  const files = new Map<string, Props>()
  for (const { src, file, photo } of shownPictures()) {
    files.set(src, { file, width: photo && Number(/-(\d+)\.jpg$/.exec(src)?.[1]) })
    for (const width of photo?.widths ?? []) {
      for (const format of photoFormats) if (photo) files.set(photoUrl(photo, width, format), { file, width })
    }
  }
  return [...files].map(([url, props]) => ({ params: { name: url.slice('/pictures/'.length) }, props }))
}) satisfies GetStaticPaths

export const GET: APIRoute<Props> = async ({ params: { name = '' }, props: { file, width } }) => {
  const bytes =
    width === undefined ? await readFile(contentPath(file)) : await encodePhoto(contentPath(file), { name, width })
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': mediaTypeOf(name) ?? '' } })
}

/** Lists all pictures in articles, pages, and the home page. */
function shownPictures(): Picture[] {
  const { articles, previews, pages } = articlesAndPages()
  const inMarkdown = [...articles, ...previews, ...pages].flatMap(({ pictures }) => [...pictures.values()])
  const onHomePage = siteContent().home.sections.flatMap((section): (Picture | undefined)[] => {
    if (section.kind === 'clients') return section.copy.items.map(({ picture }) => picture)
    if (section.kind === 'founder' || section.kind === 'hero') return [section.copy.photo?.picture]
    return []
  })
  return [...inMarkdown, ...onHomePage.filter((picture) => picture !== undefined)]
}
