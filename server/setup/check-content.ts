import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Article, readArticles } from '../../platform/content/articles.ts'
import { readOffers } from '../../platform/content/facts/offers.ts'
import { tryRead } from '../../platform/content/read-content.ts'
import { readSiteContent, siteContent } from '../../platform/content/site-content.ts'
import { readSiteTexts } from '../../platform/content/site-texts.ts'
import { readStudio } from '../../platform/content/studio.ts'
import { readManifest } from '../../platform/http/built-files.ts'
import { isObject } from '../../platform/is-object.ts'
import { dayOf } from '../../platform/text/time-text.ts'
import { type Finding, findings, hint, ok, wrong } from './finding.ts'
import { contentParts, ownWords, readSample, sampleContent, showsSampleProof, textsToWrite } from './sample-content.ts'

export function checkContent(): Finding[] {
  const problems: Finding[] = []
  const content = tryRead(readAll, (problem) => problems.push(wrong('content', problem)))
  const written = ownWords(contentParts())
  const found = [
    ...problems,
    ...textsToWrite(written).map(({ file, names }) =>
      hint('content', `content/${file}: still to be written: ${names.join(', ')}`),
    ),
    ...sampleContent(written, readSample()).map(({ file, text, pieces }) => {
      return { ...hint('content', `content/${file}: ${text}`), pieces }
    }),
    content !== undefined && content.studio.postalAddress === undefined && hint('content', noPostalAddress),
  ]
  const all = findings(found)
  return all.length > 0 ? all : [ok('content', 'all texts are valid, and your own')]
}

const noPostalAddress = 'content/studio.yaml, postalAddress: none; issues need one by law in the US and most of the EU'
const inventedProof =
  'clients, quotes or claims are the sample’s, and so invented: the law forbids showing them as proof'
const noOneResponsible =
  'content/studio.yaml has no founder.name and no postalAddress: visitors have to see who is responsible'

/** What a public site may not have: invented proof (16 CFR 465), or nobody responsible (GDPR 13). */
export function checkProof(): Finding[] {
  const studio = tryRead(readStudio)
  const isAnonymous = studio !== undefined && (studio.founder.name ?? studio.postalAddress) === undefined
  return findings([
    showsSampleProof() && wrong('content', inventedProof),
    isAnonymous && wrong('content', noOneResponsible),
  ])
}

function readAll() {
  const content = readSiteContent()
  // Read on first use.
  void content.chat.answers
  readSiteTexts()
  return content
}

/** The build of its day publishes an article. */
export function checkArticles(today: Date, dist: string): Finding[] {
  const articles = tryRead(() => readArticles(siteContent().facts, today, () => true))
  if (articles === undefined || !existsSync(join(dist, 'static.json'))) return []
  return scheduleOf(articles, new Set(readManifest(dist).files.map(({ path }) => path)))
}

type Dated = Pick<Article, 'slug' | 'path' | 'date' | 'notOut'>

export function scheduleOf(articles: readonly Dated[], built: ReadonlySet<string>): Finding[] {
  return articles.flatMap(({ slug, path, date, notOut }) => {
    if (notOut === 'scheduled') return hint('articles', `${slug} is published automatically on ${date}`)
    if (notOut !== undefined || built.has(path)) return []
    return wrong('articles', `${slug} is not in the last build: npm run build, then start the site again`)
  })
}

const then = {
  mark: 'the banner says that it has ended',
  show: 'the banner still shows it',
  hide: 'the banner is hidden',
}

export function checkPromotion(today: Date): Finding[] {
  const promotion = tryRead(readOffers)?.promotion
  if (promotion === undefined) return []
  const { endsOn, afterEnd } = promotion
  if (today.toISOString().slice(0, 10) <= endsOn) return [ok('promotion', `runs until ${endsOn}`)]
  return [hint('promotion', `ended on ${endsOn}; ${then[afterEnd]} (content/offers.yaml, promotion.afterEnd)`)]
}

/** Facts that are only true until a day. */
export function checkDatedFacts(today: Date, facts: unknown = tryRead(readOffers), name = ''): Finding[] {
  if (!isObject(facts)) return []
  const { until } = facts
  if (typeof until === 'string' && until < dayOf(today)) {
    const since = `was true until ${until}; since then the site says its “afterwards”`
    return [hint('content', `content/offers.yaml, ${name}: ${since}`)]
  }
  return Object.entries(facts).flatMap(([key, each]) => checkDatedFacts(today, each, name ? `${name}.${key}` : key))
}
