/** `known`: already on the list, or repeated in the file. `unconfirmed`: never confirmed, according to the file. */
export type Outcome = 'imported' | 'known' | 'suppressed' | 'unconfirmed' | 'invalid'

/** A line's outcome, with its reason. */
type LineResult = { line: number; email: string; outcome: Outcome; why: string }
type Group = { outcome: Outcome; why: string; count: number; examples: string[] }

export type Tally = Record<Outcome, number> & { groups: Group[]; notImported: LineResult[] }

/** Maximum number of addresses to show per group. */
const maxExamples = 3
/** Maximum number of groups. A broken list can have a different reason on every line. */
const maxGroups = 50
/** Length of the longest valid email address (RFC 5321, 4.5.3.1.3, without angle brackets). Cells can be longer. */
const maxEmailCharacters = 254
/** Maximum number of rejected lines to list. The counts include all of them. */
const maxNotImported = 10_000

export function newTally(): Tally {
  return { imported: 0, known: 0, suppressed: 0, unconfirmed: 0, invalid: 0, groups: [], notImported: [] }
}

export function tallyText({ imported, known, suppressed, unconfirmed, invalid }: Tally): string {
  const counts = { imported, 'already known': known, suppressed, 'never confirmed': unconfirmed, invalid }
  const parts = Object.entries(counts).map(([label, count]) => `${label} ${count.toLocaleString('en')}`)
  return parts.join(', ')
}

/** Returns a line like `12 suppressed (UNSUB_TIME is “2024-05-06”): ada@example.com, bob@example.com, cy@example.com …` */
export function groupText({ outcome, why, count, examples }: Group): string {
  const label = outcome === 'known' ? 'already known' : outcome
  const more = count > examples.length ? ' …' : ''
  return `${count.toLocaleString('en')} ${label} (${why}): ${examples.join(', ')}${more}`
}

/** Counts a line, and groups it with lines of the same outcome and reason. */
export function addToTally(tally: Tally, result: LineResult): void {
  const { email, outcome, why } = result
  tally[outcome]++
  const isOnList = outcome === 'imported' || outcome === 'known'
  if (!isOnList && tally.notImported.length < maxNotImported) tally.notImported.push(result)
  let group = tally.groups.find((each) => each.outcome === outcome && each.why === why)
  if (group === undefined) {
    if (tally.groups.length === maxGroups) return
    group = { outcome, why, count: 0, examples: [] }
    tally.groups.push(group)
  }
  group.count++
  if (group.examples.length < maxExamples) group.examples.push(email.slice(0, maxEmailCharacters))
}
