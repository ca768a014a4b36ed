import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { App } from '../../src/app.ts'
import type { Article } from '../../src/content/articles.ts'
import { siteContent } from '../../src/content/site-content.ts'
import { type ComposedIssue, issueMail } from '../../src/features/newsletter/issue/issue-mail.ts'
import { encodedBytes } from '../../src/features/newsletter/letter/render-issue.ts'
import { unsubscribeLink, unsubscribePath } from '../../src/features/newsletter/newsletter-links.ts'
import { isMailAddress } from '../../src/lib/mail/mail-address.ts'
import { loadEnvironment } from '../../src/server/environment.ts'
import { composeMail } from '../../src/server/mail/mail-message.ts'
import { readMute } from '../../src/server/mail/mute.ts'
import { CommandFailure, example, fileFailure } from '../command.ts'
import { withApp } from '../open-desk.ts'
import { sanitize, writeErr, writeJson, writeTable } from '../terminal/terminal.ts'
import { findArticle, letterNotes, renderLetter } from './article-letter.ts'

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
      const article = findArticle(slug, { isDraftToo: true })
      const link = `${environment.siteUrl}${unsubscribePath}?key=preview`
      const { studio } = siteContent()
      const from = environment.mailFrom ?? { name: studio.name, address: studio.email }
      const recipient = { id: 'preview', from, to: from, link, createdAt: Date.now() }
      const letter = issueMail(renderLetter(article, environment.siteUrl), recipient, studio)
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
      for (const note of letterNotes(article, environment.siteUrl)) writeErr(note)
    })
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

export function addIssueTest(issue: Command): void {
  issue
    .command('test')
    .description('send the mail of an article to one address, as a reader would get it')
    .argument('<slug>', 'of the article, for example saas-mvp-cost-guide; it may be a draft')
    .argument('<address>', 'where to send it', mailAddress)
    .addHelpText('after', example('issue test saas-mvp-cost-guide me@studio.example'))
    .action(async (slug: string, address: string) => {
      const article = findArticle(slug, { isDraftToo: true })
      await withApp(async (app) => {
        const answer = await sendTest(app, article, address)
        writeErr(`Sent to ${sanitize(address)}; ${app.mailer.description}. Its answer: ${sanitize(answer)}`)
        for (const note of letterNotes(article, app.environment.siteUrl)) writeErr(note)
      })
    })
}

/** Past the outbox. Its link to leave has a genuine key that belongs to nobody. */
export async function sendTest(app: App, article: Article, address: string): Promise<string> {
  const { studio, mailer, newsletter, environment, database, now } = app
  const muted = await readMute(database.db)
  if (muted) throw new CommandFailure(`Nothing is sent from here: ${sanitize(muted.because)}`)
  const { from } = newsletter.mail
  const id = randomUUID()
  const link = unsubscribeLink(newsletter.links, id)
  const to = { name: '', address }
  const letter = renderLetter(article, environment.siteUrl)
  const mail = issueMail(letter, { id, from, to, link, createdAt: now() }, studio)
  const delivery = await mailer.send(mail, AbortSignal.timeout(timeoutMs))
  if (delivery.outcome === 'sent') return delivery.answer
  throw new CommandFailure(`${failed[delivery.outcome]} It said: ${sanitize(delivery.answer)}`)
}

const timeoutMs = 60_000

const failed = {
  refused: 'The mail server does not take the issue.',
  deferred: 'The mail server did not take the issue now.',
  unknown: 'The connection ended while the issue was on its way: it may have arrived, or not.',
}

export function mailAddress(text: string): string {
  if (!isMailAddress(text)) throw new InvalidArgumentError('It must be one e-mail address, like ada@example.com.')
  return text
}
