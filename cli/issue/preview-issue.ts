import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Article } from '../../platform/content/articles.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { composeMail } from '../../platform/email/mail-message.ts'
import { loadEnvironment } from '../../platform/environment.ts'
import { issueDeps } from '../../server/issue-deps.ts'
import type { ComposedIssue } from '../../server/newsletter/emails.ts'
import { encodedBytes, previewLetter } from '../../server/newsletter/issue-email.ts'
import { letterNotes, sendTest } from '../../server/newsletter/issues.ts'
import { CommandFailure, example, fileFailure, mailAddress } from '../command.ts'
import type { StudioCommand } from '../open-desk.ts'
import { sanitize, writeErr, writeJson, writeTable } from '../terminal/terminal.ts'
import { failureOf, findArticle } from './article-letter.ts'

export function addTrials(issue: StudioCommand): void {
  issue
    .command('preview')
    .description('write the mail of an article into files')
    .argument('<slug>', 'of the article, for example saas-mvp-cost-guide; it may be a draft')
    .option('--out <folder>', 'where to write it; DATA_DIR/preview/<slug> unless told')
    .option('--json', 'as JSON')
    .addHelpText('after', example('issue preview saas-mvp-cost-guide'))
    .action(async (slug: string, _: unknown, command: StudioCommand) => {
      const { out, json }: { out?: string; json?: true } = command.optsWithGlobals()
      const environment = loadEnvironment()
      const article = findArticle(slug, { isDraftToo: true })
      const site = { ...siteContent(), siteUrl: environment.siteUrl }
      const from = environment.mailFrom ?? { name: site.studio.name, address: site.studio.email }
      const letter = previewOf(article, { site, from, now: Date.now })
      const folder = resolve(out ?? join(environment.dataDir, 'preview', slug))
      const files = await writeLetter(folder, letter)
      const hrefs = [...letter.html.matchAll(/ href="([^"]*)"/g)]
      const links = [...new Set(hrefs.map(([, href = '']) => href.replaceAll('&amp;', '&')))]
      const travels = encodedBytes(letter.html)
      if (json) writeJson({ slug, subject: letter.subject, files, encodedHtmlBytes: travels, links })
      else {
        const rows = files.map(({ path, bytes }) => ['file', path, kilobytes(bytes)])
        writeTable(['What', 'Where', 'Size'], [...rows, ...links.map((href) => ['link', href, ''])])
      }
      writeErr(`“${letter.subject}”: the HTML travels as ${kilobytes(travels)}.`)
      for (const note of letterNotes(article, site)) writeErr(note)
    })
  issue
    .command('test')
    .description('send the mail of an article to one address')
    .argument('<slug>', 'of the article, for example saas-mvp-cost-guide; it may be a draft')
    .argument('<address>', 'where to send it', mailAddress)
    .addHelpText('after', example('issue test saas-mvp-cost-guide me@studio.example'))
    .onDesk(async (desk, slug: string, address: string) => {
      const article = findArticle(slug, { isDraftToo: true })
      const deps = issueDeps(desk, siteContent())
      const answer = await sendTest(deps, article, address).catch((error: unknown) => {
        throw failureOf(error, slug)
      })
      writeErr(`Sent to ${sanitize(address)}; ${desk.mailer.description}. Its answer: ${sanitize(answer)}`)
      for (const note of letterNotes(article, deps.site)) writeErr(note)
    })
}

function previewOf(article: Article, deps: Parameters<typeof previewLetter>[1]): ComposedIssue {
  try {
    return previewLetter(article, deps)
  } catch (error) {
    throw failureOf(error, article.slug)
  }
}

async function writeLetter(folder: string, letter: ComposedIssue): Promise<{ path: string; bytes: number }[]> {
  const { bytes } = await composeMail(letter)
  const files = { 'letter.html': letter.html, 'letter.txt': letter.text, 'letter.eml': bytes }
  try {
    await mkdir(folder, { recursive: true })
    return await Promise.all(
      Object.entries(files).map(async ([name, content]) => {
        const path = join(folder, name)
        await writeFile(path, content)
        return { path, bytes: Buffer.byteLength(content) }
      }),
    )
  } catch (error) {
    throw new CommandFailure(`The issue cannot be written to ${folder}: ${fileFailure(error)}.`)
  }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`
}
