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

export function ok(about: string, text: string): Finding {
  return { about, state: 'ok', text }
}

export function note(about: string, text: string): Finding {
  return { about, state: 'note', text }
}

export function wrong(about: string, text: string): Finding {
  return { about, state: 'wrong', text }
}
