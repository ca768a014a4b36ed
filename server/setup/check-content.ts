import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Article, readArticles } from '../../platform/content/articles.ts'
import { readArticlesAndPages } from '../../platform/content/articles-and-pages.ts'
import { offersIn, readOffers } from '../../platform/content/facts/offers.ts'
import { tryRead } from '../../platform/content/files/content-error.ts'
import { contentPath, readText, yamlFilesIn } from '../../platform/content/files/content-files.ts'
import { readSiteContent, type SiteContent, siteContent } from '../../platform/content/site-content.ts'
import { filesIn } from '../../platform/content/starter/starter.ts'
import { linesInI } from '../../platform/content/starter/voice.ts'
import { readStudio } from '../../platform/content/studio.ts'
import { labelOf } from '../../platform/fields.ts'
import { readManifest } from '../../platform/http/static-manifest.ts'
import { isObject } from '../../platform/is-object.ts'
import { counted } from '../../platform/text/amounts.ts'
import { formatDay } from '../../platform/text/time-text.ts'
import { type ContentPart, contentParts, partsToWrite } from './content-parts.ts'
import { type Finding, note, ok, sentence, wrong } from './finding.ts'
import { ownParts, readSample, sampleContent, showsSampleProof } from './sample-content.ts'

export function checkContent(written = contentParts()): Finding[] {
  const problems: Finding[] = []
  const content = tryRead(readAll, (problem) => {
    problems.push(...problem.split('\n').map(contentError))
  })
  const parts = ownParts(written)
  const findings = [
    ...problems,
    ...partsToWrite(parts).map(({ file, names }) =>
      note('content', `${counted(names.length, 'placeholder')} still to write`, {
        place: `content/${file}, ${names.join(', ')}`,
      }),
    ),
    ...uncheckedLegalPages(written),
    ...(content?.studio.voice === 'we' ? checkVoice() : []),
    ...(content === undefined ? [] : checkMentions(content)),
    content !== undefined && content.studio.postalAddress === undefined && noPostalAddress,
  ].flatMap((finding) => finding || [])
  return findings.length > 0 ? findings : [ok('content', 'All content is valid')]
}

/** Finds copy left over from the sample, with one finding per folder in content/. */
export function checkSample(written: readonly ContentPart[]): Finding[] {
  const texts = sampleContent(ownParts(written), readSample())
  if (texts.length === 0) return [ok('content', 'All content is your own')]
  const sections = Map.groupBy(texts, ({ file }) => /^[^/]+(?=\/)/.exec(file)?.[0] ?? '')
  return [...sections].map(([folder, inside]) => {
    const count = inside.reduce((total, { files }) => total + files, 0)
    const text = `${sectionNames[folder] ?? labelOf(folder)}: ${count} still ${count === 1 ? 'has' : 'have'} sample text`
    const place = folder === '' ? 'content/' : `content/${folder}/`
    return note('content', text, { place, files: inside.map(({ file, text }) => `content/${file}: ${text}`) })
  })
}

const sectionNames: Readonly<Record<string, string>> = {
  '': 'Site-wide files',
  agent: 'Chat',
  home: 'Home page',
  legal: 'Legal pages',
}

/** @param problem like `content/offers.yaml: line 3: must be …` */
function contentError(problem: string): Finding {
  const [, file = 'content/', line, todo = problem] = /^(content\/[^:]+): (?:(line \d+): )?(.+)$/.exec(problem) ?? []
  return wrong('content', `${file} has an error`, { todo: sentence(todo), ...(line && { place: `${file}, ${line}` }) })
}

/** Lists legal pages from `studio begin` that the owner hasn't edited. */
export function uncheckedLegalPages(written: readonly ContentPart[]): Finding[] {
  const changed = ownParts(written).filter(({ path }) => path[0] !== 'updated')
  const isUnchanged = (file: string) => changed.every((part) => part.file !== file)
  const pages = new Set(written.map(({ file }) => file).filter((file) => file.startsWith('legal/')))
  return [...pages]
    .filter(isUnchanged)
    .map((file) => note('content', `content/${file} is still the starter’s`, { todo: 'Check that it fits your work.' }))
}

function checkVoice(): Finding[] {
  const files = Map.groupBy(linesInI(filesIn(contentPath())), ({ file }) => file)
  return [...files].map(([file, lines]) => {
    const numbers = lines.map(({ line }) => line).join(', ')
    const place = `content/${file}, ${lines.length === 1 ? 'line' : 'lines'} ${numbers}`
    return note('content', `content/${file} says “I”, but your voice is “we”`, { place, command: 'voice' })
  })
}

/** Lists offers, phone numbers, and WhatsApp numbers missing from the chat's answers. */
function checkMentions({ facts, studio, chat }: SiteContent): Finding[] {
  const written = yamlFilesIn('agent/answers').map(readText)
  const said = [...written, ...chat.answers.entries.flatMap(({ facts }) => facts.map(({ text }) => text))]
    .join('\n')
    .toLowerCase()
  const offers = offersIn(facts).map(({ path, offer }) => {
    const price = offer.isFrom ? 'from' : 'price'
    return {
      path,
      label: offer.name,
      name: offer.name,
      example: `{${path}.name}: {${path}.${price}}, also in content/llms.yaml`,
    }
  })
  const contacts = Object.entries(contactLabels).map(([key, label]) => {
    const name = studio[key as keyof typeof contactLabels]
    return { path: `studio.${key}`, label: `your ${label}, ${name}`, name, example: `{studio.${key}}` }
  })
  return [...offers, ...contacts].flatMap(({ path, label, name, example }) => {
    const isMentioned = name === undefined || [name, `{${path}`].some((text) => said.includes(text.toLowerCase()))
    const next = { todo: `Write ${example} in an answer.`, place: 'content/agent/answers/' }
    return isMentioned ? [] : note('content', `The chat doesn’t mention ${label}`, next)
  })
}

const contactLabels = { phone: 'phone number', whatsapp: 'WhatsApp number' } as const

const noPostalAddress = note('content', 'Your newsletter has no postal address', {
  todo: 'The US and most of the EU require one in every issue.',
  place: 'content/studio.yaml, postalAddress',
})
const madeUpClients = wrong('proof', 'Sample clients and quotes are still on your site', {
  todo: 'Made-up clients and quotes are illegal, so replace or remove them. If your content is in its own repository, build the site from there (README.md, “Your repository”).',
  place: 'content/home/clients.yaml, content/home/testimonials.yaml, content/offers.yaml',
})
const nobodyResponsible = wrong('proof', 'Visitors can’t see who is responsible for the site', {
  todo: 'Write founder.name or postalAddress.',
  place: 'content/studio.yaml',
})

/** Finds illegal content: made-up clients or quotes (16 CFR 465), or a missing responsible person (GDPR 13). */
export function checkProof(): Finding[] {
  const studio = tryRead(readStudio)
  const isAnonymous = studio !== undefined && (studio.founder.name ?? studio.postalAddress) === undefined
  return [showsSampleProof() && madeUpClients, isAnonymous && nobodyResponsible].flatMap((finding) => finding || [])
}

function readAll() {
  const content = readSiteContent()
  // Reading the property parses the answers, which throws if they're invalid.
  void content.chat.answers
  readArticlesAndPages()
  return content
}

/** Checks that published articles are in the build. An article needs a build on or after its date. */
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
    if (unpublished === 'scheduled') return note('articles', `${slug} will be published on ${date}`)
    if (unpublished !== undefined || built.has(path)) return []
    return wrong('articles', `${slug} isn’t in the last build`, { todo: 'Run npm run build, then restart the site.' })
  })
}

const afterEndText = {
  mark: 'The banner marks it as ended.',
  show: 'The banner still shows it.',
  hide: 'The banner is hidden.',
}

export function checkPromotion(today: Date): Finding[] {
  const promotion = tryRead(readOffers)?.promotion
  if (promotion === undefined) return []
  const { endsOn, afterEnd } = promotion
  if (formatDay(today) <= endsOn) return [ok('promotion', `The promotion runs until ${endsOn}`)]
  const next = { todo: afterEndText[afterEnd], place: 'content/offers.yaml, promotion' }
  return [note('promotion', `The promotion ended on ${endsOn}`, next)]
}

export function checkDatedFacts(today: Date, facts: unknown = tryRead(readOffers), name = ''): Finding[] {
  if (!isObject(facts)) return []
  const { until } = facts
  if (typeof until === 'string' && until < formatDay(today)) {
    const next = { todo: 'The site now shows its “afterwards”.', place: 'content/offers.yaml' }
    return [note('content', `${name} expired on ${until}`, next)]
  }
  return Object.entries(facts).flatMap(([key, fact]) => checkDatedFacts(today, fact, name ? `${name}.${key}` : key))
}
