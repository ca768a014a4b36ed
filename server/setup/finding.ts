/** What Setup found. A `note` is worth knowing; something `wrong` doesn't work. */
export type Finding = {
  about: About
  state: 'ok' | 'note' | 'wrong'
  text: string
  pieces?: string[]
  /** The command that does something about it. */
  command?: string
}

type About =
  | 'content'
  | 'articles'
  | 'promotion'
  | 'leads'
  | 'settings'
  | 'site'
  | 'database'
  | 'mail'
  | 'chat'
  | 'calls'
  | 'backup'
  | 'disk'

export function ok(about: About, text: string): Finding {
  return { about, state: 'ok', text }
}

export function hint(about: About, text: string): Finding {
  return { about, state: 'note', text }
}

export function wrong(about: About, text: string): Finding {
  return { about, state: 'wrong', text }
}
