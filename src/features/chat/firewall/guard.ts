import { cleanText } from './clean-text.ts'
import { createSentenceCutter } from './sentence-cutter.ts'
import { createStandIn, type Guarding, type TrueAnswer } from './stand-in.ts'

/** A reply is read no further than this many characters, of whatever kind. */
const mostChars = 40_000

/** A sentence that was held back. `held` is part of the conversation and goes into no log. */
type Incident = { reason: string; held: string }

/** A sentence for the visitor, with what parts it from the one before in front; empty where there is only an incident. */
export type GuardedSentence = { text: string; incident?: Incident }

type Options = {
  /** What the visitor wrote, the newest last. */
  visitor: readonly string[]
  /** What was shown of this reply already, where it goes on after a break. */
  before?: readonly string[]
  /** True sentences that answer the visitor, asked for once where one is held back: the best thing to show instead. */
  answer?: TrueAnswer
}

/**
 * Lets a reply through sentence by sentence: each is cut out whole, cleaned for display, then checked. For one that is held
 * back comes a safe one, no two of them the same in a reply.
 */
export async function* guard(
  pieces: AsyncIterable<string>,
  firewall: Guarding,
  { visitor, before = [], answer }: Options,
): AsyncGenerator<GuardedSentence, void, void> {
  const shown = [...before]
  const cutter = createSentenceCutter()
  let gap = ''
  const { insteadOf, fillUp } = createStandIn({ firewall, visitor, shown, answer })

  async function* letThrough(raw: string): AsyncGenerator<GuardedSentence> {
    const cleaned = cleanText(raw)
    const sentence = cleaned.trim()
    gap = (gap + (/^\s*/.exec(cleaned)?.[0] ?? '')).slice(-8)
    if (sentence === '') return
    const verdict = await firewall.check(sentence, { visitor, before: shown })
    const text = verdict.ok ? sentence : await insteadOf(verdict)
    const incident = verdict.ok ? {} : { incident: { reason: verdict.reason, held: sentence } }
    if (text === '') {
      yield { text: '', ...incident }
      return
    }
    const parting = shown.length === 0 ? '' : gap.includes('\n') ? gap.replaceAll(' ', '').slice(0, 2) : ' '
    gap = ''
    shown.push(text)
    yield { text: parting + text, ...incident }
  }

  let chars = 0
  for await (const piece of pieces) {
    chars += piece.length
    if (chars > mostChars) break
    for (const sentence of cutter.push(piece)) yield* letThrough(sentence)
  }
  for (const sentence of cutter.end()) yield* letThrough(sentence)
  for (const text of await fillUp()) yield { text: shown.length === 0 ? text : ` ${text}` }
}
