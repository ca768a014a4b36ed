/** So many questions of a message are answered: more than fit into a reply. */
const mostParts = 6
/** Where a sentence may go on with another question. */
const joints = new Set(['and', 'but', 'also', 'plus', 'aur', 'or'])
/** Fewer words are no question of their own. */
const leastWords = 2
/** So many places of a sentence are tried. */
const mostJoints = 6

/** A message in its sentences. */
export function sentencesOf(message: string): string[] {
  return message
    .split(/\n+|(?<=[.!?…][”"’)]?)\s+|(?<=\?)(?=\S)/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence))
    .slice(0, mostParts)
}

/** A sentence cut in two at each place where another question may begin: after a comma, or at an “and”. */
export function halvesOf(sentence: string): [string, string][] {
  const words = sentence.split(/\s+/)
  return words
    .flatMap((word, i): [string, string][] => {
      const isJoint = joints.has(word.toLowerCase())
      if (!isJoint && !word.endsWith(',')) return []
      const first = words.slice(0, isJoint ? i : i + 1)
      const second = words.slice(i + 1)
      return first.length < leastWords || second.length < leastWords ? [] : [[first.join(' '), second.join(' ')]]
    })
    .slice(0, mostJoints)
}
