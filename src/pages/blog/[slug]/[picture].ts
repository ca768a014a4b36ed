import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { APIRoute, GetStaticPaths } from 'astro'
import { siteTexts } from '../../../content/site-texts.ts'
import { mediaTypeOf } from '../../../lib/net/site-files.ts'

export const getStaticPaths = (() =>
  siteTexts().articles.flatMap(({ slug, file, pictures }) =>
    [...pictures.keys()].map((picture) => ({
      params: { slug, picture },
      props: { file: `content/${dirname(file)}/${picture}` },
    })),
  )) satisfies GetStaticPaths

export const GET: APIRoute<{ file: string }> = async ({ props: { file } }) =>
  new Response(new Uint8Array(await readFile(file)), { headers: { 'content-type': mediaTypeOf(file) ?? '' } })
