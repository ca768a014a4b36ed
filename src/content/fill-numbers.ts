import { z } from 'zod'
import { ContentError } from './read-content.ts'

/**
 * Puts the numbers of content/offers.yaml where a text names them: `in {leadTimes.mvpWeeks} weeks` reads
 * `in 2-4 weeks`. Whole numbers are grouped by thousands; a range is joined with a hyphen, as the specification writes it.
 * An entry of a list is named by its id: `{packages.startup-mvp.usd}`.
 * @throws ContentError when the text names a number that offers.yaml does not hold
 */
export function fillNumbers(text: string, offers: object): string {
  return text.replaceAll(/\{([^{}]*)\}/g, (_, path: string) => {
    const value = path.split('.').reduce<unknown>(valueAt, offers)
    if (typeof value === 'string') return value
    if (typeof value === 'number') return value.toLocaleString('en-US')
    if (isRecord(value) && 'from' in value && 'to' in value) return `${value['from']}-${value['to']}`
    throw new ContentError(`{${path}} in “${text}” is no number, range or text of content/offers.yaml`)
  })
}

function valueAt(parent: unknown, key: string): unknown {
  if (Array.isArray(parent)) return parent.find((entry) => isRecord(entry) && entry['id'] === key)
  return isRecord(parent) ? parent[key] : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** A text that may name facts, such as numbers of content/offers.yaml; what comes out has them filled in. */
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
