import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The least that is a blog in Astro: a collection, one layout, an index and a page for each article. */
export function writeMinimalBlog(folder: string): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}

const files = {
  'package.json': '{ "type": "module", "private": true }',
  'astro.config.mjs': `import { defineConfig } from 'astro/config'
export default defineConfig({ site: 'http://localhost:4321' })
`,
  'src/content.config.ts': `import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { z } from 'astro/zod'
const schema = z.object({ title: z.string(), description: z.string(), date: z.coerce.date(), tags: z.array(z.string()) })
export const collections = { blog: defineCollection({ loader: glob({ pattern: '*.md', base: 'content/articles' }), schema }) }
`,
  'src/layouts/Layout.astro': `---
const { title, description } = Astro.props
---
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>{title}</title>
    <meta name="description" content={description} />
  </head>
  <body>
    <header><a href="/">Blog</a></header>
    <main><slot /></main>
  </body>
</html>
`,
  'src/pages/index.astro': `---
import { getCollection } from 'astro:content'
import Layout from '../layouts/Layout.astro'
const posts = (await getCollection('blog')).sort((a, b) => b.data.date.valueOf() - a.data.date.valueOf())
---
<Layout title="Blog" description="A blog"><ul>{posts.map(({ id, data }) => <li><a href={\`/blog/\${id}\`}>{data.title}</a></li>)}</ul></Layout>
`,
  'src/pages/blog/[slug].astro': `---
import { getCollection, render } from 'astro:content'
import Layout from '../../layouts/Layout.astro'
export async function getStaticPaths() {
  return (await getCollection('blog')).map((post) => ({ params: { slug: post.id }, props: { post } }))
}
const { post } = Astro.props
const { Content } = await render(post)
const { title, description, date } = post.data
---
<Layout title={title} description={description}><h1>{title}</h1><time>{date.toDateString()}</time><Content /></Layout>
`,
}
