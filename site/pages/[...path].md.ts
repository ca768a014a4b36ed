import type { APIRoute, GetStaticPaths } from 'astro'
import { markdownPath } from '../../platform/http/site-files.ts'
import { listedPages } from '../build/listed-pages.tsx'
import { siteUrl } from '../layouts/site-url.ts'

export const getStaticPaths = (() =>
  listedPages(siteUrl()).map((page) => ({
    params: { path: markdownPath(page.path).slice(1, -'.md'.length) },
    props: { page },
  }))) satisfies GetStaticPaths

export const GET: APIRoute<{ page: { markdown: string } }> = ({ props: { page } }) =>
  new Response(page.markdown, { headers: { 'content-type': 'text/markdown; charset=utf-8' } })
