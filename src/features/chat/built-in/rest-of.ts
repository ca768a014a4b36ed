const most = 4

/**
 * What goes on from a reply that was broken off, its own or another model's: sentences that were not said yet, four with
 * those that were, the last of them the question.
 * @param sentences the whole reply, its question last
 */
export function restOf(sentences: readonly string[], said: string): string[] {
  const whole = sentences.join(' ')
  if (whole.startsWith(said)) return said === whole ? [] : [whole.slice(said.length)]
  const isWhole = /[.!?…]["”’)]?\s*$/u.test(said)
  const count = said.split(/[.!?…]+["”’)]?(?:\s+|$)/u).filter(Boolean).length
  const next = sentences.slice(-1)
  const says = sentences.slice(0, -1).filter((sentence) => !said.includes(sentence))
  const rest = [...says.slice(0, Math.max(0, most - 1 - count)), ...next]
  return rest.map((sentence, i) =>
    i === 0 ? `${isWhole ? '' : '…'}${/\s$/.test(said) ? '' : ' '}${sentence}` : ` ${sentence}`,
  )
}
