/**
 * For a page: what it waits for some seconds, it waits for ten times as long, as a machine with other work may take its time.
 * What the page does after that many seconds is tested by a clock that the test moves.
 */
export function waitLonger(): void {
  const { setTimeout: own } = globalThis
  const longer = (work: () => void, ms = 0, ...given: []) => own(work, ms < 1000 ? ms : 10 * ms, ...given)
  Object.assign(globalThis, { setTimeout: longer })
}
