import { didYouMean } from '../../text/nearest.ts'
import { ContentError } from '../files/content-error.ts'
import type { Entry } from './answers.ts'
import type { Talk } from './talk.ts'

/** Checks that all named answers, questions, and moves exist. @throws ContentError */
export function checkNames(entries: readonly Entry[], talk: Talk): void {
  const { moves, questions, offers, aspects, names, related, otherName, situations, closers } = talk
  const written = entries.flatMap((entry) => [entry, ...(entry.afterwards ? [{ ...entry, ...entry.afterwards }] : [])])
  const own = written.flatMap((entry) => entry.questions)
  const answerIds = new Set(entries.map(({ id }) => id))
  const questionIds = new Set([...questions, ...own].map(({ id }) => id))
  const offerIds = new Set(offers.map(({ id }) => id))
  const problems: string[] = []
  const check = (where: string, used: readonly (string | null | undefined)[], known: ReadonlySet<string>) => {
    for (const id of used)
      if (typeof id === 'string' && !known.has(id))
        problems.push(`content/agent: ${where}: unknown ${id}${didYouMean(id, known)}`)
  }
  for (const entry of written) {
    check(entry.id, entry.next, questionIds)
    check(entry.id, [entry.opens], new Set(Object.keys(moves)))
  }
  for (const { id, leadsTo, yes } of [...questions, ...own]) {
    check(id, leadsTo, answerIds)
    check(id, [yes], new Set([...answerIds, ...questionIds]))
  }
  for (const { id, members, answers } of offers) {
    check(id, members, offerIds)
    check(id, Object.values(answers), answerIds)
  }
  const used = [
    ...Object.values(aspects),
    ...Object.keys(names),
    ...Object.keys(related),
    otherName,
    ...Object.values(situations).flat(),
  ]
  check('talk.yaml', used, answerIds)
  check('talk.yaml', closers, questionIds)
  if (problems.length > 0) throw new ContentError(...problems)
}
