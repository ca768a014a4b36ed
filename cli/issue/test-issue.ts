import { randomUUID } from 'node:crypto'
import { type Command, InvalidArgumentError } from 'commander'
import type { App } from '../../src/app.ts'
import type { Article } from '../../src/content/articles.ts'
import { issueHeaders } from '../../src/features/newsletter/issue/issue-mail.ts'
import { withUnsubscribeLink } from '../../src/features/newsletter/letter/letter.ts'
import { unsubscribeLink } from '../../src/features/newsletter/newsletter-links.ts'
import { isMailAddress, messageIdOf } from '../../src/lib/mail/mail-address.ts'
import { readMute } from '../../src/server/mail/mute.ts'
import { CommandFailure } from '../command-failure.ts'
import { withApp } from '../open-desk.ts'
import { example } from '../studio-command.ts'
import { harmless, say } from '../terminal/terminal.ts'
import { findArticleOrDraft } from './find-article.ts'
import { letterNotes } from './letter-notes.ts'
import { renderLetter } from './render-letter.ts'

export function addIssueTest(issue: Command): void {
  issue
    .command('test')
    .description('send the mail of an article to one address, as a reader would get it')
    .argument('<slug>', 'of the article, for example saas-mvp-cost-guide; it may be a draft')
    .argument('<address>', 'where to send it', mailAddress)
    .addHelpText('after', example('issue test saas-mvp-cost-guide me@studio.example'))
    .action(async (slug: string, address: string) => {
      const { article, isOut } = findArticleOrDraft(slug)
      await withApp(async (app) => {
        const answer = await sendTest(app, article, address)
        say(`Sent to ${harmless(address)}; ${app.mailer.description}. Its answer: ${harmless(answer)}`)
        for (const note of letterNotes(isOut, app.environment.siteUrl, app.studio)) say(note)
      })
    })
}

/**
 * Sends the letter straight away, past the outbox. Its link to leave has a genuine key that belongs to nobody.
 * @returns what the mail server said
 * @throws CommandFailure when it did not take the letter, or nothing is sent from here
 */
export async function sendTest(app: App, article: Article, address: string): Promise<string> {
  const { studio, mailer, newsletter, environment, database, now } = app
  const muted = await readMute(database.db)
  if (muted) throw new CommandFailure(`Nothing is sent from here: ${harmless(muted.because)}`)
  const { from } = newsletter.mail
  const id = randomUUID()
  const link = unsubscribeLink(newsletter.links, id)
  const delivery = await mailer.send(
    {
      id,
      from,
      to: { name: '', address },
      replyTo: undefined,
      ...withUnsubscribeLink(renderLetter(article, environment.siteUrl), link),
      messageId: messageIdOf(id, from.address),
      headers: issueHeaders(link, studio),
      createdAt: now(),
    },
    AbortSignal.timeout(patienceMs),
  )
  if (delivery.outcome === 'sent') return delivery.answer
  throw new CommandFailure(`${failed[delivery.outcome]} It said: ${harmless(delivery.answer)}`)
}

/** The owner waits at the terminal. */
const patienceMs = 60_000

const failed = {
  refused: 'The mail server does not take the letter.',
  deferred: 'The mail server did not take the letter now.',
  unknown: 'The connection ended while the letter was on its way: it may have arrived, or not.',
}

function mailAddress(text: string): string {
  if (!isMailAddress(text)) throw new InvalidArgumentError('It must be one e-mail address, like ada@example.com.')
  return text
}
