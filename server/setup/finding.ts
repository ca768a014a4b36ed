import type { Judged } from '../../platform/judged.ts'

/** What Setup or the overview found. `pieces`: sample parts, only in `doctor --json` */
export type Finding = Judged & { about: string; pieces?: string[] }

export const ok = findingOf('ok')
export const note = findingOf('note')
export const wrong = findingOf('wrong')

function findingOf(state: Finding['state']) {
  return (about: string, text: string, command?: string): Finding => ({
    about,
    state,
    text,
    ...(command && { command }),
  })
}
