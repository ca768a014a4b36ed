import { expect, test } from 'vitest'
import { visitor } from '../../../../tests/support/desk.ts'
import { openIssueDesk, slug } from '../../../../tests/support/issue-desk.ts'
import { mailerThat } from '../../../../tests/support/outbox-desk.ts'
import { readArticles } from '../../../content/articles.ts'
import { siteContent } from '../../../content/site-content.ts'
import { issueDeps } from '../../../issue-deps.ts'
import { unsubscribePlace } from '../letter/letter.ts'
import { subscribe } from '../newsletter.service.ts'
import { findObjection, requireSendable, sendArticle } from './send-article.ts'

const mailer = mailerThat(async () => ({ outcome: 'sent', answer: '250 taken' }))
const [article] = readArticles(siteContent().facts, new Date()).filter((each) => each.slug === slug)
if (article === undefined) throw new Error(`the sample has no article ${slug}`)

test('an issue under another name, or from a copy of the database, waits for the owner to mean it', async () => {
  const { app } = await openIssueDesk(mailer, { isSent: false })
  const deps = issueDeps(app, siteContent())
  const studio = { ...deps.site.studio, postalAddress: '12 Example Street, Berlin' }
  const site = (name: string) => ({
    ...deps,
    site: { ...deps.site, studio },
    from: { name, address: studio.email },
  })
  await subscribe(app.newsletter, { email: 'ada@example.com' }, visitor)
  expect(await findObjection(site(studio.name), false)).toBeUndefined()
  expect(await findObjection(site('Other Studio'), false)).toEqual({
    why: 'The readers know the newsletter of “Kitewright” (hello@kitewright.example); this one would come from “Other Studio” (hello@kitewright.example).',
    remedy: 'mean it',
  })
  expect(await requireSendable(site('Other Studio'), slug, true)).toBe(1)
  await sendArticle(site('Other Studio'), article, 1)
  expect(await findObjection(site('Other Studio'), false)).toBeUndefined()
  expect((await findObjection(site(studio.name), false))?.why).toContain('The readers know')
  const copy = { ...site('Other Studio'), database: { ...app.database, identity: 'another file' } }
  expect((await findObjection(copy, false))?.why).toContain('not the one that the last issue went out from, but a copy')
  expect(await findObjection(copy, true)).toBeUndefined()
})

test('an article is sent by its own words, to the number confirmed alone, and once', async () => {
  const { app } = await openIssueDesk(mailer, { readers: 2, isSent: false })
  const deps = issueDeps(app, siteContent())
  await expect(sendArticle(deps, article, 1)).rejects.toThrow(
    'The list has 2 confirmed readers, not 1: nothing was sent.',
  )
  expect(await sendArticle(deps, article, 2)).toBe(2)
  await expect(sendArticle(deps, article, 2)).rejects.toThrow('it is going out. No article goes out twice')
  await expect(requireSendable(deps, slug, true)).rejects.toThrow('No article goes out twice')
  const issue = await app.database.db.selectFrom('issues').selectAll().executeTakeFirstOrThrow()
  expect(issue.subject).toBe(article.title)
  expect(issue.html).toContain(unsubscribePlace)
  expect(issue.text).toContain(unsubscribePlace)
})
