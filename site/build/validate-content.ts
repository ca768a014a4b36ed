import type { AstroIntegration } from 'astro'
import { articlesAndPages } from '../../platform/content/articles-and-pages.ts'
import { answerFacts, readAnswers } from '../../platform/content/chat/answers.ts'
import { checkNames } from '../../platform/content/chat/check-names.ts'
import { readActs } from '../../platform/content/chat/examples.ts'
import { checkOfferFacts } from '../../platform/content/chat/offer-facts.ts'
import { readTalk } from '../../platform/content/chat/talk.ts'
import { readDrawings } from '../../platform/content/drawings.ts'
import { readFacts } from '../../platform/content/facts/facts.ts'
import { readAll } from '../../platform/content/files/content-error.ts'
import { readHome } from '../../platform/content/home/home.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { readTheme } from '../../platform/content/theme.ts'
import { runBuildStep } from './run-build-step.ts'
import { typefaceFiles } from './theme/typeface-files.ts'

/** Checks all of content/ before the build. If there are errors, the build prints only those. */
export function validateContent(): AstroIntegration {
  return {
    name: 'validate-content',
    hooks: { 'astro:build:start': () => runBuildStep(readAllContent) },
  }
}

/** @throws ContentError with all problems in content/ */
export function readAllContent(site: () => unknown = siteContent, markdown: () => unknown = articlesAndPages): void {
  readAll({ site, typeface: readTypeface, answers: readChatAnswers, acts: readActs, markdown })
}

/**
 * Reads and checks the chat's answers. So does `siteContent().chat.answers`, but that's a lazy getter because it needs
 * seconds, and it's unavailable while any other file is invalid.
 */
function readChatAnswers(): void {
  const facts = readFacts()
  const chatFacts = answerFacts(facts, readHome(facts, readDrawings()))
  const { answers, talk } = readAll({ answers: () => readAnswers(chatFacts), talk: () => readTalk(chatFacts) })
  readAll({ names: () => checkNames(answers, talk), offers: () => checkOfferFacts(answers, talk) })
}

function readTypeface(): void {
  const { typeface } = readTheme()
  if (typeface !== undefined) typefaceFiles(typeface)
}
