import { z } from 'zod'
import { isObject } from '../../is-object.ts'
import { didYouMean } from '../../text/nearest.ts'
import { dayOf, longDay } from '../../text/time-text.ts'
import { ContentError, hasContent, readContent, tryRead } from '../read-content.ts'
import { typedByHand } from './typed-facts.ts'

const maxDepth = 8

/**
 * Fills in facts: `{leadTimes.mvpWeeks}` becomes `2-4`. `{packages.mvp.price}` names an entry of a list by its id, and
 * `{packages.price}` that field of all entries. Days are written out, and facts may refer to other facts. A fact with `until`
 * becomes its `says` through that day, then its `afterwards`. `{=$130}` isn't a fact: it becomes `$130`.
 * @throws ContentError
 */
export function fillFacts(text: string, facts: object, depth = 0): string {
  return text.replaceAll(/\{([^{}]*)\}(\.?)/g, (_, path: string, end: string) => {
    if (path.startsWith('=')) return path.slice(1) + end
    const value = formatFact(factAt(facts, path), langOf(facts))
    if (value === undefined) {
      if (path.startsWith('call.') && !hasContent('calls.yaml'))
        throw new ContentError(`{${path}} needs content/calls.yaml: restore it, or remove this sentence`)
      const group = factAt(facts, path)
      if (isObject(group) && !Array.isArray(group)) {
        const names = Object.keys(group).map((key) => `{${path}.${key}}`)
        throw new ContentError(`{${path}} has more than one value. Write ${names.join(' or ')}`)
      }
      const location = depth > 0 ? ` in “${text}”` : ''
      throw new ContentError(`{${path}}${location} isn’t a number, range, or text in ${whereToLook(path, facts)}`)
    }
    if (depth === maxDepth) throw new ContentError(`{${path}} refers to itself`)
    const filled = value.includes('{') && path !== value.slice(1, -1) ? fillFacts(value, facts, depth + 1) : value
    // A sentence that ends with `90 Fr.` needs no second period.
    return filled.endsWith('.') ? filled : filled + end
  })
}

/** The file or list entry that lacks a fact, then the fact the owner probably meant, or its group’s fields. */
function whereToLook(path: string, facts: object): string {
  // Page facts are named after titles, so a similarly named fact belongs to another client or service.
  if (path.startsWith('page.')) return 'content/home'
  const entry = path.startsWith('it.') ? factAt(facts, 'it') : undefined
  const source = entry === undefined ? 'content/offers.yaml' : `the entry ${factAt({ entry }, 'entry.id')}`
  const [, group = '', key = ''] = /^(.*)\.(.*)$/.exec(path) ?? []
  const siblings = group === '' ? undefined : factAt(facts, group)
  if (!isObject(siblings) || Array.isArray(siblings)) return source + didYouMean(path, factNames(facts, langOf(facts)))
  const names = Object.keys(siblings)
  return `${source}${didYouMean(key, names) || `; ${group} has ${names.join(', ')}`}`
}

export function factAt(facts: object, path: string): unknown {
  return path.split('.').reduce<unknown>(valueAt, facts)
}

function langOf(facts: object): string {
  return 'lang' in facts && typeof facts.lang === 'string' ? facts.lang : 'en-US'
}

function formatFact(value: unknown, lang: string): string | undefined {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? longDay(value, lang) : value
  if (typeof value === 'number') return value.toLocaleString(lang)
  if (Array.isArray(value)) return formatList(value, lang)
  if (!isObject(value)) return undefined
  if ('until' in value)
    return formatFact(dayOf(new Date()) <= String(value['until']) ? value['says'] : value['afterwards'], lang)
  const [from, to] = [formatFact(value['from'], lang), formatFact(value['to'], lang)]
  return from === undefined || to === undefined ? undefined : `${from}-${to}`
}

/** Formats a list as the names of its entries: `Web, Design, and Support`. */
function formatList(list: readonly unknown[], lang: string): string | undefined {
  const names = list.map((entry) => (isObject(entry) ? (entry['title'] ?? entry['name'] ?? entry['company']) : entry))
  if (names.length === 0 || !names.every((name) => typeof name === 'string')) return undefined
  return new Intl.ListFormat(lang, { type: 'conjunction' }).format(names)
}

function valueAt(parent: unknown, key: string): unknown {
  if (Array.isArray(parent)) {
    const fields = parent.flatMap((entry) => (isObject(entry) && entry[key] !== undefined ? [entry[key]] : []))
    return parent.find((entry) => isObject(entry) && entry['id'] === key) ?? (fields.length > 0 ? fields : undefined)
  }
  return isObject(parent) && Object.hasOwn(parent, key) ? parent[key] : undefined
}

function factNames(value: unknown, lang: string, path = ''): string[] {
  const here = formatFact(value, lang) === undefined ? [] : [path]
  if (!isObject(value)) return here
  const below = Object.entries(value).flatMap(([key, entry]) => {
    const name = Array.isArray(value) ? String((isObject(entry) && entry['id']) || key) : key
    return factNames(entry, lang, path === '' ? name : `${path}.${name}`)
  })
  return [...here, ...below]
}

const markup = /<\/?[a-z][a-z\d-]{0,20}[\s/>]|\*\*|\]\(/i

/** Problems with characters that the page would show as they are. */
function strayMarks(text: string): string[] {
  const rest = text.replaceAll(/\{[^{}]*\}/g, '')
  const brace = /[{}]/.exec(rest)?.[0]
  const mark = markup.exec(rest)?.[0].trim()
  return [
    ...(brace ? [`has a ${brace} without its pair: name a fact like {studio.name}`] : []),
    ...(mark ? [`has ${mark}, which would be shown as is: this text supports neither HTML nor Markdown`] : []),
  ]
}

type Text = ReturnType<typeof filledText>

/** Returns a reader for a content file whose texts may name facts. @param shape makes the schema's fields */
export function contentReader<T extends z.ZodRawShape>(file: string, shape: (text: Text, facts: object) => T) {
  return (facts: object) => readContent(file, z.strictObject(shape(filledText(facts), facts)))
}

/** The schema of a text that may name facts in braces. It fills them in, and rejects facts that were typed by hand. */
export function filledText(facts: object, where: 'words' | 'article' = 'words') {
  return z
    .string()
    .min(1, 'must not be empty')
    .transform((value, context) => {
      for (const message of [...strayMarks(value), ...typedByHand(value, facts, langOf(facts), where)])
        context.addIssue(message)
      return tryRead(() => fillFacts(value, facts), context.addIssue) ?? z.NEVER
    })
}
