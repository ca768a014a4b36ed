import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { didYouMean } from '../../text/nearest.ts'
import { ContentError, readEach } from './content-error.ts'

/** The path of a content file or of the content folder, which CONTENT_DIR sets in tests. */
export function contentPath(file = ''): string {
  return join(process.env['CONTENT_DIR'] ?? 'content', file)
}

/** The path of a file in the last build of the content folder. */
export function builtPath(file: string): string {
  return join('dist', process.env['CONTENT_DIR'] ?? 'current', file)
}

/** A cache key for a content folder. It changes whenever a file in the folder changes. */
export function contentVersion(folder = ''): string {
  const versions = globSync('**/*', { cwd: contentPath(folder) }).map((name) => {
    const { mtimeMs = 0, size = 0 } = statSync(join(contentPath(folder), name), { throwIfNoEntry: false }) ?? {}
    return `${name} ${mtimeMs} ${size}`
  })
  return versions.join('\n')
}

export function hasContent(file: string): boolean {
  return existsSync(contentPath(file))
}

/** Lists content files in order. Paths have forward slashes on all systems. */
export function contentFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: contentPath() }).map(withSlashes).sort()
}

export function yamlFilesIn(folder: string): string[] {
  return contentFiles(`${folder}/*.yaml`)
}

/** A path with forward slashes, for URLs and messages. Windows uses backslashes. */
export function withSlashes(path: string): string {
  return path.replaceAll(sep, '/')
}

/** Removes a byte order mark, and throws if the text isn't UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** @throws ContentError */
export function readText(file: string): string {
  try {
    return utf8.decode(readFileSync(contentPath(file)))
  } catch (error) {
    throw new ContentError(`content/${file}: ${readProblem(file, error)}`)
  }
}

function readProblem(file: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'must be saved as UTF-8'
  if (code !== 'ENOENT') return error instanceof Error ? error.message : String(error)
  const folder = contentPath(dirname(file))
  const similar = didYouMean(basename(file), existsSync(folder) ? readdirSync(folder) : [])
  const sample = existsSync(join('sample', file)) ? `. Copy sample/${file} and make it yours` : ''
  return `there is no such file${similar || sample}`
}

/** The slug of a Markdown file: `a` for both `articles/a.md` and `articles/a/index.md`. @throws ContentError */
export function slugOfFile(file: string): string {
  const slug = /^[a-z]+\/([^/]+?)(?:\/index)?\.md$/.exec(file)?.[1] ?? ''
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug !== 'index') return slug
  const example = `${file.split('/')[0]}/about-us.md`
  const rule = `its name becomes the URL. It must be lowercase words joined by hyphens, like ${example}`
  throw new ContentError(`content/${file}: ${rule}`)
}

/** Rejects files with extensions that Kitewright doesn't read. @throws ContentError */
export function requireExtensions(): void {
  readEach(contentFiles('**/*.{yml,markdown}'), (file) => {
    throw new ContentError(`content/${file}: rename it. Content files end with .yaml or .md`)
  })
}
