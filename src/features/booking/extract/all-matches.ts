/**
 * Every match of a global pattern. `String.matchAll` makes a copy of the pattern at each call, which takes longer than the
 * search itself where a hundred patterns meet a thousand short sentences.
 */
export function allMatches(text: string, pattern: RegExp, most = Number.POSITIVE_INFINITY): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null && found.length < most; match = pattern.exec(text)) {
    found.push(match)
    if (match[0] === '') pattern.lastIndex += 1
  }
  return found
}
