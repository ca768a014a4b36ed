import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { mediaTypeOf } from '../../platform/http/site-files.ts'

const root = join(import.meta.dirname, '../..')
/** The site's build writes it from content/theme.yaml. */
const theme = join(root, '.astro/theme')
/** In cascade order. */
const styleSheets = [
  'site/styles/tokens.css',
  'site/styles/reset.css',
  'desk/view/base.css',
  'desk/view/shell/shell.css',
  'desk/view/shell/split.css',
  'desk/view/calls/calls.css',
  'node_modules/uplot/dist/uPlot.min.css',
  'desk/view/views.css',
]

export type ViewFile = { type: string; body: string | Buffer<ArrayBuffer> }

/** Returns the desk's files by path, bundled at start: the site's build doesn't include them. */
export async function readViewFiles(title: string): Promise<Map<string, ViewFile>> {
  const style = styleSheets.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const bodies = new Map<string, ViewFile['body']>([
    ['/desk.js', await bundleView()],
    ['/desk.css', style],
    ...themeFiles().map((name) => [`/theme/${name}`, readFileSync(join(theme, name))] as const),
  ])
  const files = [...bodies].map(([path, body]) => [path, { type: mediaTypeOf(path) ?? '', body }] as const)
  return new Map([['/', { type: 'text/html; charset=utf-8', body: pageHtml(title) }], ...files])
}

function themeFiles(): string[] {
  return existsSync(theme) ? readdirSync(theme).filter((name) => /\.(css|woff2|svg)$/.test(name)) : []
}

async function bundleView(): Promise<string> {
  const bundle = await rolldown({
    input: join(root, 'desk/view/main.tsx'),
    platform: 'browser',
    logLevel: 'silent',
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, jsx: 'react-jsx' },
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true, comments: false })
  await bundle.close()
  return output[0].code
}

function pageHtml(title: string): string {
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/theme/theme.css">
<link rel="stylesheet" href="/desk.css">
<script type="module" src="/desk.js"></script>
<div id="desk"></div>
</html>
`
}
