import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { mediaTypeOf } from '../../platform/http/site-files.ts'

const root = join(import.meta.dirname, '../..')
/** The folder where the site's build writes the CSS and fonts of content/theme.yaml. */
const theme = join(root, '.astro/theme')
/** Style sheets in cascade order. */
const styleSheets = ['tokens', 'base', 'frame', 'components', 'views', 'widths'].map(
  (name) => `desk/view/styles/${name}.css`,
)
/** The theme's typeface, which the desk uses for titles. Its colors are its own. */
const themeFiles = ['theme.css', 'normal.woff2'].filter((name) => existsSync(join(theme, name)))

export type ViewFile = { type: string; body: string | Buffer<ArrayBuffer> }

/** Returns the desk's files by path, bundled at start: the site's build doesn't include them. */
export async function readViewFiles(studio: PageStudio): Promise<Map<string, ViewFile>> {
  const style = styleSheets.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const bodies = new Map<string, ViewFile['body']>([
    ['/desk.js', await bundleView()],
    ['/desk.css', style],
    ...themeFiles.map((name) => [`/theme/${name}`, readFileSync(join(theme, name))] as const),
  ])
  const files = [...bodies].map(([path, body]) => [path, { type: mediaTypeOf(path) ?? '', body }] as const)
  return new Map([['/', { type: 'text/html; charset=utf-8', body: pageHtml(studio) }], ...files])
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

/** Facts about the studio, embedded in the page so its first view needs no request for them. */
export type PageStudio = { name: string; zone: string; siteUrl: string }

function pageHtml(studio: PageStudio): string {
  return `<!doctype html>
<html lang="en-US">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${escapeHtml(studio.name)} desk</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/theme/theme.css">
<link rel="stylesheet" href="/desk.css">
<script type="module" src="/desk.js"></script>
${readFileSync(join(root, 'desk/view/icons.svg'), 'utf8')}
<div id="desk" data-studio="${escapeHtml(JSON.stringify(studio))}"></div>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
