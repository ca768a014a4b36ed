/** What the check-up found: `note` is worth knowing, `wrong` keeps something from working. */
export type Finding = {
  about:
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
  state: 'ok' | 'note' | 'wrong'
  text: string
  pieces?: string[]
  /** What does something about it: the words of the owner's command. */
  command?: string
}

export function findingsAbout(about: Finding['about']) {
  const finding =
    (state: Finding['state']) =>
    (text: string): Finding => ({ about, state, text })
  return { ok: finding('ok'), note: finding('note'), wrong: finding('wrong') }
}
