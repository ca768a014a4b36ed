import { appendFileSync, cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readArticles } from '../../platform/content/articles.ts'
import { readAll } from '../../platform/content/files/content-error.ts'
import { readMarkdownPages } from '../../platform/content/markdown-pages.ts'
import { readSiteContent } from '../../platform/content/site-content.ts'

const root = process.cwd()
export const sampleFolder = resolve('sample')

/** Changes to a folder with its own content/, until `leaveFolder`. */
export function enterFolder(folder: string): void {
  process.chdir(folder)
  delete process.env['CONTENT_DIR']
}

/** Changes back to the project, where tests read the sample. */
export function leaveFolder(): void {
  process.chdir(root)
  process.env['CONTENT_DIR'] = 'sample'
}

/** Reads all of the content/ of a folder, uncached. @throws ContentError listing all mistakes */
export function readContentIn(folder: string) {
  enterFolder(folder)
  try {
    const { site } = readAll({ site: readSiteContent })
    const { answers, articles, pages } = readAll({
      answers: () => site.chat.answers,
      articles: () => readArticles(site.facts, new Date(), () => true),
      pages: () => readMarkdownPages(site.facts),
    })
    return { ...site, answers, articles, pages }
  } finally {
    leaveFolder()
  }
}

/** Copies the sample to this folder's content/, and adds the postal address that issues need. @returns the folder */
export function putOwnContent(folder: string): string {
  cpSync(sampleFolder, join(folder, 'content'), { recursive: true })
  appendFileSync(join(folder, 'content/studio.yaml'), '\npostalAddress: 12 Example Street, 10115 Berlin, Germany\n')
  return folder
}

/** The same with the tested build, so that a test can teach the chat without affecting others. @returns the folder */
export function putBuiltContent(folder: string): string {
  mkdirSync(join(folder, 'dist'))
  symlinkSync(resolve('dist/sample'), join(folder, 'dist/current'))
  return putOwnContent(folder)
}
