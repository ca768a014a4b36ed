import { z } from 'zod'
import { tryRead } from '../files/content-error.ts'
import { readContent } from '../files/read-content.ts'
import { langOf } from './fact-at.ts'
import { fillFacts } from './fill-facts.ts'
import { type ContentKind, hardcodedFigures } from './hardcoded-figures.ts'

type FilledText = ReturnType<typeof filledText>

/** Creates a reader for a content file whose strings can name facts. @param shape builds the schema's fields */
export function contentReader<T extends z.ZodRawShape>(file: string, shape: (text: FilledText, facts: object) => T) {
  return (facts: object) => readContent(file, z.strictObject(shape(filledText(facts), facts)))
}

/** A schema for strings that can name facts in braces. Fills in the facts, and rejects prices and claims typed by hand. */
export function filledText(facts: object, kind: ContentKind = 'site') {
  return z
    .string()
    .min(1, 'must not be empty')
    .transform((value, context) => {
      const problems = [...markupProblems(value), ...hardcodedFigures(value, facts, langOf(facts), kind)]
      for (const problem of problems) context.addIssue(problem)
      return tryRead(() => fillFacts(value, facts), context.addIssue) ?? z.NEVER
    })
}

/** HTML tags, and bold text and links in Markdown. */
const markup = /<\/?[a-z][a-z\d-]{0,20}[\s/>]|\*\*|\]\(/i

/** Finds braces and markup, which visitors would see as typed. */
function markupProblems(text: string): string[] {
  const problems: string[] = []
  const withoutFacts = text.replaceAll(/\{[^{}]*\}/g, '')
  const brace = /[{}]/.exec(withoutFacts)?.[0]
  if (brace) problems.push(`has an unmatched ${brace}. Refer to a fact like {studio.name}`)
  const typedMarkup = markup.exec(withoutFacts)?.[0].trim()
  if (typedMarkup) {
    const fix = 'Remove it. Only articles and pages can have markup'
    problems.push(`has ${typedMarkup}, which visitors would see as typed. ${fix}`)
  }
  return problems
}
