import { z } from 'zod'
import { isObject } from '../../is-object.ts'
import { didYouMean } from '../../text/nearest.ts'
import { dayOf, longDay } from '../../text/time-text.ts'
import { ContentError, readContent } from '../read-content.ts'
import { typedByHand } from './typed-facts.ts'

const maxLevels = 8

/**
 * Fills in facts: `{leadTimes.mvpWeeks}` becomes `2-4`. A list's entry is named by its id (`{packages.mvp.price}`), a
 * field of all entries by its name (`{packages.price}`). Days are written out; facts in facts filled in. Of `until`,
 * `says`, and `afterwards`, the text that is true today is used. `{=$130}` isn't a fact: it becomes `$130`.
 * @throws ContentError
 */
export function fillFacts(text: string, facts: object, level = 0): string {
  return text.replaceAll(/\{([^{}]*)\}/g, (_, path: string) => {
    if (path.startsWith('=')) return path.slice(1)
    const value = formatFact(factAt(facts, path), langOf(facts))
    if (value === undefined) {
      // Names of the page come from its titles, so the nearest one belongs to another client or service.
      const isPageFact = path.startsWith('page.')
      const suggestion = isPageFact ? '' : didYouMean(path, factNames(facts, langOf(facts)))
      const place = level > 0 ? ` in “${text}”` : ''
      throw new ContentError(
        `{${path}}${place} isn’t a number, range, or text in ${isPageFact ? 'content/home' : 'content/offers.yaml'}${suggestion}`,
      )
    }
    if (level === maxLevels) throw new ContentError(`{${path}} refers to itself`)
    return value.includes('{') && path !== value.slice(1, -1) ? fillFacts(value, facts, level + 1) : value
  })
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

/** A list becomes the names of its entries: `Web, Design, and Support`. */
function formatList(list: readonly unknown[], lang: string): string | undefined {
  const names = list.map((each) => (isObject(each) ? (each['title'] ?? each['name'] ?? each['company']) : each))
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
  const inside = Object.entries(value).flatMap(([key, each]) => {
    const name = Array.isArray(value) ? String((isObject(each) && each['id']) || key) : key
    return factNames(each, lang, path === '' ? name : `${path}.${name}`)
  })
  return [...here, ...inside]
}

const markup = /<\/?[a-z][a-z\d-]{0,20}[\s/>]|\*\*|\]\(/i

/** Characters that the page would show as is. */
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

/** Makes a function that reads a content file whose texts may name facts. @param shape its fields */
export function wordsIn<T extends z.ZodRawShape>(file: string, shape: (text: Text, facts: object) => T) {
  return (facts: object) => readContent(file, z.strictObject(shape(filledText(facts), facts)))
}

/** A text that may name facts in braces, which its output has filled in. It must not repeat facts by hand. */
export function filledText(facts: object, where: 'words' | 'article' = 'words') {
  return z
    .string()
    .min(1, 'must not be empty')
    .transform((value, context) => {
      for (const message of [...strayMarks(value), ...typedByHand(value, facts, langOf(facts), where)])
        context.addIssue(message)
      try {
        return fillFacts(value, facts)
      } catch (error) {
        if (!(error instanceof ContentError)) throw error
        context.addIssue({ code: 'custom', message: error.message })
        return z.NEVER
      }
    })
}
