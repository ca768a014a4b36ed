import type { GuardedSentence } from './guard.ts'

/** The specified form: so many sentences at most, the last one a question. */
const mostSentences = 4
/** A reply is read no further than this many characters. */
const mostChars = 8_000

/**
 * Keeps a reply in its form: all but the last of the sentences go on as they come; of the rest only the last question is
 * shown, at the end. A reply that ended without a question gets the closing one. A short reply is not padded.
 * Not for refusals and apologies.
 */
export async function* keepForm(
  sentences: AsyncIterable<GuardedSentence>,
  { closing }: { closing: string },
): AsyncGenerator<GuardedSentence, void, void> {
  let shown = 0
  let readChars = 0
  let lastShown = ''
  let question: string | undefined

  for await (const sentence of sentences) {
    readChars += Math.max(sentence.text.length, sentence.incident?.held.length ?? 0)
    if (sentence.text === '') yield sentence
    else if (shown < mostSentences - 1) {
      shown++
      lastShown = sentence.text
      yield sentence
    } else {
      if (isQuestion(sentence.text)) question = sentence.text.trim()
      if (sentence.incident !== undefined) yield { ...sentence, text: '' }
    }
    if (readChars > mostChars) break
  }
  if (shown === 0) return
  if (question !== undefined) yield { text: ` ${question}` }
  else if (!isQuestion(lastShown)) yield { text: ` ${closing}` }
}

function isQuestion(sentence: string): boolean {
  return /\?["'”’»)\]]*\s*$/.test(sentence)
}
