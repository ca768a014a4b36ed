import { z } from 'zod'
import { offersCalls } from './calls.ts'
import { contentReader } from './facts/filled-text.ts'
import { hasContent } from './files/content-files.ts'

/** Each placeholder's value is the placeholder itself, until `fillReply` fills it in. */
const placeholders = { name: '{name}', date: '{date}' }
const callPlaceholder = { call: { page: '{call.page}' } }

const defaults = { greeting: 'Hi {name},', greetingWithoutName: 'Hello,', quote: 'On {date}, {name} wrote:' }

const readRepliesFile = contentReader('replies.yaml', (text) => ({
  greeting: text.prefault(defaults.greeting),
  greetingWithoutName: text.prefault(defaults.greetingWithoutName),
  quote: text.prefault(defaults.quote),
  templates: z
    .array(z.strictObject({ title: text, text }).meta({ example: '{ title: Suggest a call, text: … }' }))
    .max(20)
    .default([]),
}))

export type Replies = ReturnType<typeof readRepliesFile>

/** Reads the templates for replies to leads. content/ from older versions lacks replies.yaml. @throws ContentError */
export function readReplies(facts: object): Replies {
  if (!hasContent('replies.yaml')) return { ...defaults, templates: [] }
  const allPlaceholders = offersCalls() ? { ...placeholders, ...callPlaceholder } : placeholders
  return readRepliesFile({ ...facts, ...allPlaceholders })
}

/** Fills in the placeholders in one pass because a visitor's name can contain braces. */
export function fillReply(text: string, values: { name?: string; date?: string; callPage?: string }): string {
  const { name = '', date = '', callPage = '' } = values
  const filled: Record<string, string> = { name, date, 'call.page': callPage }
  return text.replaceAll(/\{(name|date|call\.page)\}/g, (_, key: string) => filled[key] ?? '').trim()
}
