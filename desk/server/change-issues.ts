import { z } from 'zod'
import type { Desk } from '../../server/desk.ts'
import { issueDeps } from '../../server/issue-deps.ts'
import { LetterTooLarge } from '../../server/newsletter/issue-email.ts'
import { noRetry, nothingGoes } from '../../server/newsletter/issue-status.ts'
import {
  type Before,
  cancelIssue,
  NotSent,
  pauseIssue,
  requireSendable,
  resumeIssue,
  retryIssue,
  sendArticle,
  sendTest,
} from '../../server/newsletter/issues.ts'
import { action, mailAddress, Refusal } from './action.ts'
import { readWritten, requireArticle } from './written.ts'

const slug = z.string().max(200)

/** What the feature refuses is told as it says it. */
export async function inWords<T>(work: () => Promise<T>): Promise<T> {
  return await work().catch((error: unknown) => {
    throw error instanceof NotSent || error instanceof LetterTooLarge ? new Refusal(error.message) : error
  })
}

function writtenFor(desk: Desk, slug: string) {
  const { site, article } = requireArticle(readWritten(), slug)
  return { deps: issueDeps(desk, site), article }
}

export const testLetter = action(z.object({ slug, address: mailAddress }), async (desk, { slug, address }) => {
  const { deps, article } = writtenFor(desk, slug)
  return { answer: await inWords(() => sendTest(deps, article, address)), mailer: desk.mailer.description }
})

/** The running site does the sending. */
export const sendIssueOf = action(
  z.object({ slug, confirm: z.int().min(0), isMeant: z.boolean() }),
  async (desk, { slug, confirm, isMeant }) => {
    const { deps, article } = writtenFor(desk, slug)
    if (article.notOut !== undefined) throw new Refusal(`There is no article ${slug} that is out.`)
    return await inWords(async () => {
      await requireSendable(deps, slug, isMeant)
      return { readers: await sendArticle(deps, article, confirm) }
    })
  },
)

function requireOpen(slug: string, before: Before): void {
  if (before !== 'sending' && before !== 'paused') throw new Refusal(nothingGoes(slug, before))
}

export const pauseIssueOf = action(z.object({ slug }), async (desk, { slug }) => {
  requireOpen(slug, await pauseIssue(desk, slug))
  return {}
})

export const resumeIssueOf = action(z.object({ slug }), async (desk, { slug }) => {
  requireOpen(slug, await resumeIssue(desk, slug))
  return {}
})

export const cancelIssueOf = action(z.object({ slug }), async (desk, { slug }) => {
  const { before, dropped, isErased } = await cancelIssue(desk, slug)
  requireOpen(slug, before)
  return { dropped, isErased }
})

export const retryIssueOf = action(
  z.object({ slug, state: z.enum(['failed', 'unknown']), confirm: z.int().min(0).optional() }),
  async (desk, { slug, state, confirm }) => {
    const result = await retryIssue(desk, slug, { states: [state], confirm })
    switch (result.outcome) {
      case 'queued':
        return { count: result.count, isPaused: result.before === 'paused' }
      case 'unconfirmed':
        throw new Refusal(`${result.unknown} may arrive twice, not ${confirm ?? 0}. Nothing was sent again.`)
      case 'refused':
        throw new Refusal(noRetry(slug, 'nothing'))
      default:
        throw new Refusal(noRetry(slug, result.outcome))
    }
  },
)
