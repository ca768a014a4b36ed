/** What the firewall says of a sentence. `reason` is for the log and holds nothing of the conversation. */
export type Verdict = { ok: true } | { ok: false; reason: string; instead: string }

export type Firewall = {
  /**
   * Decides on a whole sentence of a reply before anybody sees it.
   * @param context.visitor what the visitor wrote, the newest last; their own numbers may be repeated as theirs
   * @param context.before the sentences of the same reply that were let through already
   */
  check: (sentence: string, context: { visitor: readonly string[]; before: readonly string[] }) => Verdict
}
