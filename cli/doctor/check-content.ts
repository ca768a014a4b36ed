import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Article, readArticles } from '../../src/content/articles.ts'
import { readOffers } from '../../src/content/offers.ts'
import { unlessWrong } from '../../src/content/read-content.ts'
import { siteContent } from '../../src/content/site-content.ts'
import { siteTexts } from '../../src/content/site-texts.ts'
import { readManifest } from '../../src/server/http/static-files.ts'
import type { Finding } from './finding.ts'
import { contentPieces, readSample, sampleContent } from './sample-content.ts'

export function checkContent(): Finding[] {
  const findings: Finding[] = []
  const find = (state: Finding['state'], text: string, pieces?: string[]) =>
    findings.push({ about: 'content', state, text, ...(pieces && { pieces }) })
  const content = unlessWrong(readAll, (problem) => find('wrong', problem))
  for (const { file, text, pieces } of sampleContent(contentPieces(), readSample())) {
    find('note', `content/${file}: ${text}`, pieces)
  }
  if (content !== undefined && content.studio.postalAddress === undefined) {
    find('note', 'content/studio.yaml, postalAddress: none; letters need one by law in the US and most of the EU')
  }
  if (findings.length === 0) find('ok', 'every text is right, and your own')
  return findings
}

function readAll() {
  const content = siteContent()
  // Read only when they are asked for.
  void content.agent.answers
  siteTexts()
  return content
}

/** An article comes out by a build, and no build happens by itself. */
export function checkArticles(today: Date, dist: string): Finding[] {
  const articles = unlessWrong(
    () => {
      const { offers, studio } = siteContent()
      return readArticles({ ...offers, studio }, today, () => true)
    },
    () => {},
  )
  if (articles === undefined || !existsSync(join(dist, 'static.json'))) return []
  return scheduleOf(articles, new Set(readManifest(dist).files.map(({ path }) => path)))
}

export function scheduleOf(
  articles: readonly Pick<Article, 'slug' | 'path' | 'date' | 'notOut'>[],
  built: ReadonlySet<string>,
): Finding[] {
  return articles.flatMap(({ slug, path, date, notOut }): Finding[] => {
    const about = 'articles'
    if (notOut === 'scheduled') {
      return [{ about, state: 'note', text: `${slug} comes out with the first build on or after ${date}` }]
    }
    if (notOut !== undefined || built.has(path)) return []
    return [
      { about, state: 'wrong', text: `${slug} is not in the last build: npm run build, then start the site again` },
    ]
  })
}

export function checkPromotion(today: Date): Finding[] {
  const promotion = unlessWrong(readOffers, () => {})?.promotion
  if (promotion === undefined) return []
  const { endsOn, validTill, afterEnd } = promotion
  if (today.toISOString().slice(0, 10) <= endsOn) {
    return [{ about: 'promotion', state: 'ok', text: `runs until ${endsOn}` }]
  }
  const then = afterEnd === 'show' ? 'the banner still shows it' : 'the banner is hidden'
  const text = `has passed (valid till ${validTill}, ended ${endsOn}); ${then} (content/offers.yaml, promotion.afterEnd)`
  return [{ about: 'promotion', state: 'note', text }]
}
