import { type Article, readArticles } from '../../platform/content/articles.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { LetterTooLarge } from '../../server/newsletter/issue-email.ts'
import { NotSent, type Objection } from '../../server/newsletter/issues.ts'
import { CommandFailure, studioCommand } from '../command.ts'
import { sanitize } from '../terminal/terminal.ts'

export function findArticle(slug: string, { isDraftToo = false } = {}): Article {
  const articles = readArticles(siteContent().facts, new Date(), (each) => isDraftToo && each.slug === slug)
  const article = articles.find((each) => each.slug === slug)
  if (article) return article
  const list = articles.map((each) => `  ${each.slug}`).join('\n')
  throw new CommandFailure(`There is no article ${sanitize(slug)} that is out. There are:\n${list}`)
}

/** A refusal in the feature's words, and what to type about it. */
export function failureOf(error: unknown, slug: string): unknown {
  if (error instanceof LetterTooLarge) return new CommandFailure(error.message)
  if (!(error instanceof NotSent)) return error
  return new CommandFailure(`${sanitize(error.message)}${todo(error.objection, slug)}`)
}

function todo({ remedy, readers }: Objection, slug: string): string {
  switch (remedy) {
    case 'unmute':
      return ` First: ${studioCommand('mail unmute')}`
    case 'mean it':
      return ' If it is meant, say so: issue send … --from-here'
    case 'recount':
      return ` If that is right:\n\n  ${studioCommand(`issue send ${slug} --confirm ${readers}`)}\n`
    case 'look':
      return ` What became of it: ${studioCommand(`issue status ${slug}`)}`
    default:
      return ''
  }
}
