import { readFile } from 'node:fs/promises'
import type { APIRoute, GetStaticPaths } from 'astro'
import { encodePhoto } from '../../build/encode-photo.ts'
import { photoFormats, photoUrl } from '../../content/pictures.ts'
import { contentPath } from '../../content/read-content.ts'
import { mediaTypeOf } from '../../lib/net/site-files.ts'
import { shownPictures } from '../_site/shown-pictures.ts'

type Props = { file: string; width: number | undefined }

export const getStaticPaths = (() => {
  const files = shownPictures().flatMap(({ src, file, photo }): [string, Props][] => [
    [src, { file, width: photo && Number(/-(\d+)\.jpg$/.exec(src)?.[1]) }],
    ...(photo?.widths ?? []).flatMap((width) =>
      photoFormats.map((format): [string, Props] => [photo ? photoUrl(photo, width, format) : '', { file, width }]),
    ),
  ])
  return [...new Map(files)].map(([url, props]) => ({ params: { name: url.slice('/pictures/'.length) }, props }))
}) satisfies GetStaticPaths

export const GET: APIRoute<Props> = async ({ params: { name = '' }, props: { file, width } }) => {
  const bytes =
    width === undefined ? await readFile(contentPath(file)) : await encodePhoto(contentPath(file), { name, width })
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': mediaTypeOf(name) ?? '' } })
}
