import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import sharp from 'sharp'
import { socialPreviewPath } from '../../../platform/content/articles.ts'
import { articlesAndPages } from '../../../platform/content/articles-and-pages.ts'
import { findSection } from '../../../platform/content/home/home.ts'
import { siteContent } from '../../../platform/content/site-content.ts'
import type { Theme } from '../../../platform/content/theme.ts'
import { type SocialPreview, socialPreviewSvg } from './social-preview-svg.ts'
import { loadTextOutliner, type TextOutliner } from './text-outlines.ts'
import { typefaceFiles } from './typeface-files.ts'

/** The default, if content/theme.yaml doesn't name a typeface. */
const defaultTypeface = { package: '@fontsource-variable/newsreader', weight: 400 }

/** Renders the social preview images, which networks show next to links: one for the site, and one for each article. */
export function socialPreviews(): AstroIntegration {
  let outDir: URL
  let rendering: Promise<unknown> | undefined
  return {
    name: 'social-previews',
    hooks: {
      'astro:config:done': ({ config }) => {
        outDir = config.outDir
      },
      // Astro calls this hook more than once. The first call comes after it has emptied the folder.
      'astro:build:setup': () => {
        rendering ??= renderAll(fileURLToPath(new URL('client', outDir)))
      },
      'astro:build:done': async () => {
        await rendering
      },
    },
  }
}

/** Renders all images. The number of images rendered at the same time is the number of cores. */
async function renderAll(folder: string): Promise<void> {
  const { theme } = siteContent()
  const images = listImages()
  const characters = images.map(({ image }) => image.studioName + image.headline + image.subtitle).join('')
  const outliner = await loadTextOutliner(typefaceFiles(theme.typeface ?? defaultTypeface), characters)
  const queue = images.values()
  const renderQueued = async () => {
    for (const { path, image } of queue) {
      const file = join(folder, path)
      const png = await renderSocialPreview(image, theme, outliner)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, png)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, renderQueued))
}

function listImages(): { path: string; image: SocialPreview }[] {
  const { studio, drawings, home, blog } = siteContent()
  const { mark, hero } = drawings
  const shared = { studioName: studio.name, mark }
  const headline = findSection(home.sections, 'hero')?.copy.headline ?? studio.tagline
  const articleImages = articlesAndPages().articles.map(({ path, title, minutes, drawing }) => ({
    path: socialPreviewPath(path),
    image: { ...shared, headline: title, subtitle: `${minutes} ${blog.readTime}`, drawing: drawing.page },
  }))
  return [
    { path: '/share.png', image: { ...shared, headline, subtitle: studio.tagline, drawing: hero } },
    ...articleImages,
  ]
}

export function renderSocialPreview(image: SocialPreview, theme: Theme, outliner: TextOutliner): Promise<Buffer> {
  const svg = socialPreviewSvg(image, { theme, outliner })
  // Dithering would turn flat colors into noise.
  return sharp(Buffer.from(svg)).png({ palette: true, quality: 80, dither: 0 }).toBuffer()
}
