/** Sums by name. */
export type Tally = Map<string, number>

export function addTo(tally: Tally, name: string, count: number): void {
  tally.set(name, (tally.get(name) ?? 0) + count)
}

/** The most first; the same name first among equals. */
export function ranked(tally: Tally): [name: string, count: number][] {
  return [...tally].toSorted(([one, many], [other, more]) => more - many || one.localeCompare(other))
}
