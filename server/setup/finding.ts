import type { Health } from './health.ts'

/**
 * A result of Setup or the overview. In Setup, `text` is a short sentence, `todo` is the fix, `place` names the file and
 * line, `files` lists files, and `setting` is a line for .env.
 */
export type Finding = Health & Next & { about: string }

type Next = Pick<Health, 'command' | 'setting'> & { todo?: string; place?: string; files?: readonly string[] }

export const ok = findingOf('ok')
export const note = findingOf('note')
export const wrong = findingOf('wrong')

function findingOf(state: Finding['state']) {
  /** @param next what to do next, or just the command */
  return (about: string, text: string, next: string | Next = {}): Finding => ({
    about,
    state,
    text,
    ...(typeof next === 'string' ? { command: next } : next),
  })
}

/** Splits a message into the problem and its fix: `The disk is full. Delete …` */
export function inSentences(message: string): [text: string, next: { todo?: string }] {
  const [, text = message, todo = ''] = /^(.+?)(?:\. |; |: )(.+)$/s.exec(message) ?? []
  return [sentence(text), todo === '' ? {} : { todo: sentence(/[.?]$/.test(todo) ? todo : `${todo}.`) }]
}

export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Subjects in order of severity. All others come after these. */
const bySeverity = ['proof', 'database', 'disk', 'outbox', 'email', 'backup']

/** Groups findings for the desk and `studio doctor`. */
export function groupFindings(findings: readonly Finding[]) {
  const rank = ({ about }: Finding) => bySeverity.toReversed().indexOf(about)
  const sorted = findings.toSorted((a, b) => rank(b) - rank(a))
  const inState = (wanted: Finding['state']) => sorted.filter(({ state }) => state === wanted)
  const passed = inState('ok')
  return {
    problems: inState('wrong'),
    notes: inState('note'),
    passed,
    checked: [...new Set(passed.map(({ about }) => about))],
  }
}
