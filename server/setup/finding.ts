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

/** Drops checks that don't apply. */
export function findings(all: readonly (Finding | false | undefined)[]): Finding[] {
  return all.filter((finding) => finding !== undefined && finding !== false)
}
