const sentenceEnd = /(?<=[.!?…])\s+|\?+(?=\S)|[\n\r;]+/u
/** Where a sentence may hold two questions. */
const joint =
  /\s*,\s*(?:and|or|but|also|plus)?\s+|\s+(?:and|n|&|but|also|plus|as well as)\s+|(?<!\d)\s*[/|+]\s*(?!\d)|\s+-\s+|,(?=\S)/iu

export type Sentence = { text: string; pieces: string[] }

/** So many sentences are looked at, and so many pieces of each: more than anybody asks at once. */
const mostSentences = 20
const mostPieces = 12

/** A message in sentences, and each of them in the pieces that may be questions of their own. */
export function sentencesOf(message: string): Sentence[] {
  return message
    .split(sentenceEnd)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[^\p{P}\p{Z}\p{M}\p{C}]/u.test(sentence))
    .slice(0, mostSentences)
    .map((text) => ({
      text,
      pieces: text
        .replaceAll(/(\d),(\d)/gu, '$1$2')
        .split(joint)
        .map((piece) => piece.trim())
        .filter(Boolean)
        .slice(0, mostPieces),
    }))
}

/** @returns whether it asks or tells to answer, rather than telling of the visitor */
export function isQuestion(text: string): boolean {
  return (
    text.includes('?') ||
    /^(?:(?:and|so|but|ok|okay|also|hi|hello|hey|well|then)[\s,]+)*(?:how|what|whats|when|where|who|whom|whose|which|why|do|does|did|can|could|is|are|am|was|were|will|would|should|may|have|has|any|tell|explain|describe|show|give|list|compare|please)\b/iu.test(
      text,
    )
  )
}

/** A question without what only leads over to it. */
export function withoutLead(text: string): string {
  return text.trim().replace(/^(?:(?:ok|okay|and|so|but|also|well|then|right|alright|great|cool)\b[\s,]*)+(?=\S)/iu, '')
}
