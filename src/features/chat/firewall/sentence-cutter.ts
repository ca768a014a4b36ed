/** A sentence without end is cut at this many characters, at a space where there is one. */
const longestSentence = 600

/** What a point belongs to when it ends no sentence. */
const abbreviation = /(?:^|[\s("“])(?:e\.?g|i\.?e|vs|approx|ca|incl|excl|mr|mrs|ms|dr|prof|rs|pvt|[a-z])\.$/i
const listNumber = /(?:^|\n)[ \t]*\d{1,3}\.$/
const ending = /(?<![.!?…।。！？])[.!?…।。！？]+["'”’»)\]*_`~]*(?=\s)|\n/g

type SentenceCutter = {
  /** Takes the next piece and hands back the sentences that are whole by now. */
  push: (piece: string) => string[]
  /** Hands back what is left. */
  end: () => string[]
}

/**
 * Cuts a text that comes in pieces into whole sentences. Each has in front of it the spaces and line breaks that parted it
 * from the one before, so that together they are the text. A line is never joined with the next.
 */
export function createSentenceCutter(): SentenceCutter {
  let rest = ''

  function cut(): string[] {
    const sentences: string[] = []
    for (let end = endOf(rest); end !== undefined; end = endOf(rest)) {
      sentences.push(rest.slice(0, end))
      rest = rest.slice(end)
    }
    return sentences.filter((sentence) => sentence !== '')
  }

  return {
    push: (piece) => {
      rest += piece
      return cut()
    },
    end: () => {
      const sentences = cut()
      if (rest !== '') sentences.push(rest)
      rest = ''
      return sentences
    },
  }
}

/** A whole text in sentences. */
export function cutSentences(text: string): string[] {
  const cutter = createSentenceCutter()
  return [...cutter.push(text), ...cutter.end()]
}

/** Where the first sentence of a text ends, or undefined where that can't be known yet. */
function endOf(text: string): number | undefined {
  const start = text.search(/\S/)
  if (start === -1) return text.length > longestSentence ? text.length : undefined
  ending.lastIndex = start
  for (let match = ending.exec(text); match !== null; match = ending.exec(text)) {
    const end = match.index + (match[0] === '\n' ? 0 : match[0].length)
    if (end > longestSentence + start) break
    if (match[0] === '\n') return end
    const upTo = text.slice(start, end)
    if (match[0] === '.' && (abbreviation.test(upTo) || listNumber.test(upTo))) continue
    if (/^(?:…|\.{2,})/.test(match[0])) {
      const next = /\S/.exec(text.slice(end))?.[0]
      if (next === undefined && text.length - start <= longestSentence) return undefined
      if (next !== undefined && /[\p{Ll}\d]/u.test(next)) continue
    }
    return end
  }
  return text.length - start > longestSentence ? start + cutLong(text.slice(start, start + longestSentence)) : undefined
}

/** A place to cut that parts neither words nor the two halves of a character. */
function cutLong(text: string): number {
  const space = text.search(/\s\S*$/)
  if (space > longestSentence / 2) return space
  return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length
}
