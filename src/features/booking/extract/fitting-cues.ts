/** A pattern is costly on a long text; most cannot match where a plain word of theirs is missing. */
type Needing = { needs?: RegExp }

/** The cues that can match in a text of small letters. Each different need is looked for once. */
export function fittingCues<Cue extends Needing>(cues: readonly Cue[], low: string): Cue[] {
  const met = new Map<RegExp, boolean>()
  return cues.filter(({ needs }) => {
    if (needs === undefined) return true
    const known = met.get(needs) ?? needs.test(low)
    met.set(needs, known)
    return known
  })
}
