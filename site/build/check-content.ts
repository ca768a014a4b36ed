import type { AstroIntegration } from 'astro'
import { articlesAndPages } from '../../platform/content/articles-and-pages.ts'
import { answerFacts, readAnswers } from '../../platform/content/chat/answers.ts'
import { readActs } from '../../platform/content/chat/examples.ts'
import { readDrawings } from '../../platform/content/drawings.ts'
import { readFacts } from '../../platform/content/facts/facts.ts'
import { readAll } from '../../platform/content/files/content-error.ts'
import { readHome } from '../../platform/content/home/home.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { readTheme } from '../../platform/content/theme.ts'
import { runBuildStep } from './run-build-step.ts'
import { typefaceFiles } from './theme/typeface-files.ts'

/** Reads all of content/ before the build. If there are errors, they're the only output. */
export function checkContent(): AstroIntegration {
  return {
    name: 'check-content',
    hooks: { 'astro:build:start': () => runBuildStep(readEverything) },
  }
}

/** @throws ContentError listing all errors in content/ */
export function readEverything(site: () => unknown = siteContent, markdown: () => unknown = articlesAndPages): void {
  readAll({ site, typeface: readTypeface, answers: readChatAnswers, acts: readActs, markdown })
}

/** Reads the answers separately, to report their errors even if another file is invalid. */
function readChatAnswers(): void {
  const facts = readFacts()
  const home = readHome(facts, readDrawings())
  readAnswers(answerFacts(facts, home))
}

function readTypeface(): void {
  const { typeface } = readTheme()
  if (typeface !== undefined) typefaceFiles(typeface)
}
