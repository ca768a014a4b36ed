/** What Setup found. A `note` is worth knowing; something `wrong` doesn't work. */
export type Finding = {
  /** `content`, `email`, `database` … */
  about: string
  state: 'ok' | 'note' | 'wrong'
  text: string
  /** Names of the sample parts; only in `doctor --json`. */
  pieces?: string[]
  command?: string
}

export const ok = findingOf('ok')
export const note = findingOf('note')
export const wrong = findingOf('wrong')

function findingOf(state: Finding['state']) {
  return (about: string, text: string): Finding => ({ about, state, text })
}
