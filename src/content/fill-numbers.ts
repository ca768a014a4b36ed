import { z } from 'zod'
import { ContentError, isObject } from './read-content.ts'

/** `{leadTimes.mvpWeeks}` reads `2-4`; an entry of a list is named by its id: `{packages.startup-mvp.usd}`. @throws ContentError */
export function fillNumbers(text: string, offers: object): string {
  return text.replaceAll(/\{([^{}]*)\}/g, (_, path: string) => {
    const value = path.split('.').reduce<unknown>(valueAt, offers)
    if (typeof value === 'string') return value
    if (typeof value === 'number') return value.toLocaleString('en-US')
    if (isObject(value) && 'from' in value && 'to' in value) return `${value['from']}-${value['to']}`
    throw new ContentError(`{${path}} in “${text}” is no number, range or text of content/offers.yaml`)
  })
}

function valueAt(parent: unknown, key: string): unknown {
  if (Array.isArray(parent)) return parent.find((entry) => isObject(entry) && entry['id'] === key)
  return isObject(parent) ? parent[key] : undefined
}

/** A text that may name facts in braces; its output has them filled in. */
export function filledText(facts: object) {
  return z
    .string({ error: 'must be a text' })
    .min(1, 'must not be empty')
    .transform((value, context) => {
      try {
        return fillNumbers(value, facts)
      } catch (error) {
        if (!(error instanceof ContentError)) throw error
        context.addIssue({ code: 'custom', message: error.message })
        return z.NEVER
      }
    })
}
