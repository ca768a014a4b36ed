import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { siteContent } from '../../src/content/site-content.ts'
import { issueHeaders } from '../../src/features/newsletter/issue/issue-mail.ts'
import { type RenderedIssue, withUnsubscribeLink } from '../../src/features/newsletter/letter/letter.ts'
import { encodedBytes } from '../../src/features/newsletter/letter/render-issue.ts'
import { unsubscribePath } from '../../src/features/newsletter/newsletter-links.ts'
import { messageIdOf } from '../../src/lib/mail/mail-address.ts'
import type { Environment } from '../../src/server/environment.ts'
import { loadEnvironment } from '../../src/server/environment-file.ts'
import { composeMail } from '../../src/server/mail/mail-message.ts'
import { CommandFailure } from '../command-failure.ts'
import { fileFailure } from '../file-failure.ts'
import { example } from '../studio-command.ts'
import { putJson, putTable, say } from '../terminal/terminal.ts'
import { findArticleOrDraft } from './find-article.ts'
import { letterNotes } from './letter-notes.ts'
import { renderLetter } from './render-letter.ts'

export function addIssuePreview(issue: Command): void {
  issue
    .command('preview')
    .description('write the mail of an article to look at, as HTML, as text and as a mail file')
    .argument('<slug>', 'of the article, for example saas-mvp-cost-guide; it may be a draft')
    .option('--out <folder>', 'where to write it; DATA_DIR/preview/<slug> unless told')
    .option('--json', 'as JSON')
    .addHelpText('after', example('issue preview saas-mvp-cost-guide'))
    .action(async (slug: string, _: unknown, command: Command) => {
      const { out, json }: { out?: string; json?: true } = command.optsWithGlobals()
      const environment = loadEnvironment()
      const { article, isOut } = findArticleOrDraft(slug)
      const link = `${environment.siteUrl}${unsubscribePath}?key=preview`
      const letter = withUnsubscribeLink(renderLetter(article, environment.siteUrl), link)
      const folder = resolve(out ?? join(environment.dataDir, 'preview', slug))
      const files = await writeLetter(folder, await filesOf(letter, link, environment))
      const links = linksIn(letter.html)
      const travels = encodedBytes(letter.html)
      if (json) putJson({ slug, subject: letter.subject, files, encodedHtmlBytes: travels, links })
      else {
        const rows = files.map(({ path, bytes }) => ['file', path, kilobytes(bytes)])
        putTable(['What', 'Where', 'Size'], [...rows, ...links.map((href) => ['link', href, ''])])
      }
      say(`“${letter.subject}”: the HTML travels as ${kilobytes(travels)}.`)
      for (const note of letterNotes(isOut, environment.siteUrl, siteContent().studio)) say(note)
    })
}

async function filesOf(
  { subject, text, html }: RenderedIssue,
  link: string,
  { mailFrom }: Environment,
): Promise<Record<string, string | Buffer>> {
  const { studio } = siteContent()
  const from = mailFrom ?? { name: studio.name, address: studio.email }
  const mail = { id: 'preview', from, to: from, replyTo: undefined, subject, text, html, createdAt: Date.now() }
  const messageId = messageIdOf('preview', from.address)
  const { bytes } = await composeMail({ ...mail, messageId, headers: issueHeaders(link, studio) })
  return { 'letter.html': html, 'letter.txt': text, 'letter.eml': bytes }
}

async function writeLetter(
  folder: string,
  files: Record<string, string | Buffer>,
): Promise<{ path: string; bytes: number }[]> {
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
    throw new CommandFailure(`The letter cannot be written to ${folder}: ${fileFailure(error)}.`)
  }
}

/** What a reader can follow, each once, as the mail has it. */
function linksIn(html: string): string[] {
  return [...new Set([...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')))]
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`
}
