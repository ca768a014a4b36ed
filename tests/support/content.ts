import { appendFileSync, cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readArticles } from '../../platform/content/articles.ts'
import { readAll } from '../../platform/content/read-content.ts'
import { readSiteContent } from '../../platform/content/site-content.ts'
import { readTextPages } from '../../platform/content/text-pages.ts'

const root = process.cwd()
export const sampleFolder = resolve('sample')

/** Works in a folder with a content/ of its own, until `leaveFolder`. */
export function enterFolder(folder: string): void {
  process.chdir(folder)
  delete process.env['CONTENT_DIR']
}

/** Back to the project, where tests read the sample. */
export function leaveFolder(): void {
  process.chdir(root)
  process.env['CONTENT_DIR'] = 'sample'
}

/** Everything in the content/ of a folder, read anew. @throws ContentError for all that is wrong with it */
export function readContentIn(folder: string) {
  enterFolder(folder)
  try {
    const { site } = readAll({ site: readSiteContent })
    const { answers, articles, pages } = readAll({
      answers: () => site.chat.answers,
      articles: () => readArticles(site.facts, new Date(), () => true),
      pages: () => readTextPages(site.facts),
    })
    return { ...site, answers, articles, pages }
  } finally {
    leaveFolder()
  }
}

/** Puts a content/ into this folder that has what the law requires in issues. @returns the folder */
export function putOwnContent(folder: string): string {
  cpSync(sampleFolder, join(folder, 'content'), { recursive: true })
  appendFileSync(join(folder, 'content/studio.yaml'), '\npostalAddress: 12 Example Street, 10115 Berlin, Germany\n')
  return folder
}

/** The same with the tested build: what is taught there changes no other test's content. @returns the folder */
export function putBuiltContent(folder: string): string {
  mkdirSync(join(folder, 'dist'))
  symlinkSync(resolve('dist/sample'), join(folder, 'dist/current'))
  return putOwnContent(folder)
}
