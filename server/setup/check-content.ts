import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Article, readArticles } from '../../platform/content/articles.ts'
import { offersIn, readOffers } from '../../platform/content/facts/offers.ts'
import { contentPath, readText, tryRead, yamlFilesIn } from '../../platform/content/read-content.ts'
import { readSiteContent, type SiteContent, siteContent } from '../../platform/content/site-content.ts'
import { readSiteTexts } from '../../platform/content/site-texts.ts'
import { filesIn } from '../../platform/content/starter/starter.ts'
import { linesInI } from '../../platform/content/starter/voice.ts'
import { readStudio } from '../../platform/content/studio.ts'
import { readManifest } from '../../platform/http/built-files.ts'
import { isObject } from '../../platform/is-object.ts'
import { dayOf } from '../../platform/text/time-text.ts'
import { type Finding, note, ok, wrong } from './finding.ts'
import {
  contentParts,
  ownWords,
  readSample,
  type SamplePart,
  sampleContent,
  showsSampleProof,
  textsToWrite,
} from './sample-content.ts'

export function checkContent(): Finding[] {
  const problems: Finding[] = []
  const content = tryRead(readAll, (problem) => problems.push(wrong('content', problem)))
  const written = contentParts()
  const parts = ownWords(written)
  const all = [
    ...problems,
    ...textsToWrite(parts).map(({ file, names }) =>
      note('content', `content/${file}: not written yet: ${names.join(', ')}`),
    ),
    ...sampleContent(parts, readSample()).map(({ file, text, pieces }) => {
      return { ...note('content', `content/${file}: ${text}`), pieces }
    }),
    ...uncheckedLegalPages(written),
    ...(content?.studio.voice === 'we' ? checkVoice() : []),
    ...(content === undefined ? [] : checkMentions(content)),
    content !== undefined && content.studio.postalAddress === undefined && note('content', noPostalAddress),
  ].flatMap((finding) => finding || [])
  return all.length > 0 ? all : [ok('content', 'all content is valid and your own')]
}

/** The legal pages that `studio begin` wrote, until the owner changes them. */
export function uncheckedLegalPages(written: readonly SamplePart[]): Finding[] {
  const changed = ownWords(written).filter(({ path }) => path[0] !== 'updated')
  const isUnchanged = (file: string) => changed.every((part) => part.file !== file)
  const pages = new Set(written.map(({ file }) => file).filter((file) => file.startsWith('legal/')))
  return [...pages]
    .filter(isUnchanged)
    .map((file) => note('content', `content/${file}: still the starter’s text. Check that it fits your work.`))
}

function checkVoice(): Finding[] {
  const files = Map.groupBy(linesInI(filesIn(contentPath())), ({ file }) => file)
  return [...files].map(([file, lines]) => {
    const places = `content/${file}:${lines.map(({ line }) => line).join(', ')}`
    return note('content', `${places}: says “I”, but studio.yaml has voice: we`, 'voice')
  })
}

/** Notes offers, phone numbers, and WhatsApp numbers missing from the chat's answers. */
function checkMentions({ facts, studio, chat }: SiteContent): Finding[] {
  const written = yamlFilesIn('agent/answers').map(readText)
  const said = [...written, ...chat.answers.flatMap(({ says }) => says)].join('\n').toLowerCase()
  const offers = offersIn(facts).map(({ path, offer }) => {
    const price = offer.isFrom ? 'from' : 'price'
    return { path, name: offer.name, example: `{${path}.name}: {${path}.${price}}, also in content/llms.yaml` }
  })
  const contacts = (['phone', 'whatsapp'] as const).map((key) => {
    return { path: `studio.${key}`, name: studio[key], example: `{studio.${key}}` }
  })
  return [...offers, ...contacts].flatMap(({ path, name, example }) => {
    const isMentioned = name === undefined || [name, `{${path}`].some((text) => said.includes(text.toLowerCase()))
    return isMentioned ? [] : note('content', `content/agent/answers/: no answer mentions ${name}. Write ${example}`)
  })
}

const noPostalAddress =
  'content/studio.yaml, postalAddress: missing; the law requires one in issues (US and most of the EU)'
const inventedProof =
  'clients, quotes, or claims are still the sample’s. Replace them: it’s illegal to show invented proof. If your site is in your own repository, clone that (README.md, “Your repository”)'
const noOneResponsible = 'content/studio.yaml needs founder.name or postalAddress: visitors must see who is responsible'

/** Problems a public site mustn't have: invented proof (16 CFR 465), no responsible person (GDPR 13). */
export function checkProof(): Finding[] {
  const studio = tryRead(readStudio)
  const isAnonymous = studio !== undefined && (studio.founder.name ?? studio.postalAddress) === undefined
  return [
    showsSampleProof() && wrong('content', inventedProof),
    isAnonymous && wrong('content', noOneResponsible),
  ].flatMap((finding) => finding || [])
}

function readAll() {
  const content = readSiteContent()
  // Answers are read when first used.
  void content.chat.answers
  readSiteTexts()
  return content
}

/** An article needs a build on or after its date. */
export function checkArticles(today: Date, dist: string): Finding[] {
  const articles = tryRead(() => readArticles(siteContent().facts, today, () => true))
  if (articles === undefined || !existsSync(join(dist, 'static.json'))) return []
  return articleFindings(articles, new Set(readManifest(dist).files.map(({ path }) => path)))
}

export function articleFindings(
  articles: readonly Pick<Article, 'slug' | 'path' | 'date' | 'unpublished'>[],
  built: ReadonlySet<string>,
): Finding[] {
  return articles.flatMap(({ slug, path, date, unpublished }) => {
    if (unpublished === 'scheduled') return note('articles', `${slug} is published automatically on ${date}`)
    if (unpublished !== undefined || built.has(path)) return []
    return wrong('articles', `${slug} isn’t in the last build: npm run build, then restart the site`)
  })
}

const afterEndText = {
  mark: 'the banner marks it as ended',
  show: 'the banner still shows it',
  hide: 'the banner is hidden',
}

export function checkPromotion(today: Date): Finding[] {
  const promotion = tryRead(readOffers)?.promotion
  if (promotion === undefined) return []
  const { endsOn, afterEnd } = promotion
  if (dayOf(today) <= endsOn) return [ok('promotion', `runs until ${endsOn}`)]
  return [note('promotion', `ended on ${endsOn}; ${afterEndText[afterEnd]} (content/offers.yaml, promotion.afterEnd)`)]
}

export function checkDatedFacts(today: Date, facts: unknown = tryRead(readOffers), name = ''): Finding[] {
  if (!isObject(facts)) return []
  const { until } = facts
  if (typeof until === 'string' && until < dayOf(today)) {
    const expired = `expired on ${until}; the site now shows its “afterwards”`
    return [note('content', `content/offers.yaml, ${name}: ${expired}`)]
  }
  return Object.entries(facts).flatMap(([key, fact]) => checkDatedFacts(today, fact, name ? `${name}.${key}` : key))
}
