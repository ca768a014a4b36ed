import type { Message, Sentence } from './message.ts'
import { findTimePhrases, type TimePhrase } from './time-phrases.ts'

/** A mere "urgent" or "soon" never takes the place of a date; another mood does. */
const rank = { pressing: 1, mood: 2, said: 3 } as const

/** When the visitor wants it, as written: delivery before start, a date before a mood, and of two equals the later. */
export function findTimeline(messages: readonly Message[]): string | null {
  let best: { value: string; rank: number } | undefined
  for (const message of messages) {
    for (const sentence of message.sentences) {
      for (const phrase of findTimePhrases(sentence.low)) {
        const rank = rankOf(sentence, phrase)
        if (rank === undefined || (best !== undefined && rank < best.rank)) continue
        best = { rank, value: sentence.raw.slice(phrase.start, phrase.end).replace(/[.,;:!?\s]$/, '') }
      }
    }
  }
  return best?.value ?? null
}

const talk =
  /\b(?:call(?:s|ed|ing)?|talk|speak|chat|meet|meeting|zoom|gmeet|skype|teams|available|availability|free|reach me|ring|phone|catch up|slots?|discuss(?:ion)?|connect|hop on|hear (?:back|from)|reply|respond|response|get back|follow up|back to me|quotation|quote|proposal|estimate|consultation|appointment|contact me|write (?:me|back)|email me|let me know|get in touch|decide|decision|away|vacation|out of office|travell?ing|busy|unavailable|office hours)\b/
const delivery =
  /\b(?:launch\w{0,3}|live|ready|deliver\w{0,3}|finish\w{0,3}|complet\w{0,3}|done|deadline|time ?line|time ?frame|ship|shipped|release\w?|roll ?out|target|due|required|have (?:it|this)|up and running|built|build|mvp|ideally|hopefully|aim\w{0,3}|opening|delivery|online|in place|need(?:ed|s|ing)?|want(?:ed)?|would like|'d like|like (?:it|this)|looking (?:at|to|for)|plan(?:ning)? (?:to|for|on)|hoping|prefer\w{0,3}|must|should be|has to|have to|chahiye|possible|doable|latest|eta|expect\w{0,3}|fix(?:ed)?|redesign|migrate|project|it (?:would|will|should) be|moved|pushed|postponed|shifted)\b/
const otherAfter =
  /^\s?(?:ago|old|of (?:experience|runway|support|maintenance)|experience|runway|trial|warranty|support|guarantee|notice|free|already|back|now|in business|later|contract|subscription|each|per|every|\d{0,2}(?::\d\d)? ?(?:am|pm|ist|est|pst|gmt)\b)/
const studioTime = /\byour?\b(?! (?:to|can|could))|\b(?:site|page) says\b|\btakes?\b/
const asks = /\b(?:can|could|would|will|possible|able|feasible|doable|realistic|enough)\b/
const negated = /\b(?:not|never|n't be|instead of|rather than|takes?|lasts?) (?:in |on |by |about |around )?$/

/** How sure it is that a phrase says when the thing is wanted; undefined when it says something else. */
function rankOf({ low }: Sentence, phrase: TimePhrase): number | undefined {
  const said = low.slice(phrase.start, phrase.end)
  const before = low.slice(0, phrase.start).split(boundary).at(-1) ?? ''
  const after = low.slice(phrase.end).split(boundary)[0] ?? ''
  const clause = `${before} ${after}`
  if (negated.test(before) || otherAfter.test(after) || talk.test(clause)) return undefined
  if (phrase.kind === 'mood') return moodRank(said, clause)
  if (low.trimEnd().endsWith('?') && (studioTime.test(before) || !asks.test(low))) return undefined
  if (isAlone(low, phrase)) return rank.said
  const isFirm = phrase.kind === 'deadline'
  if (/^(?:for|over|from|since|after)\b/.test(said) && !isFirm) return undefined
  const isDelivery = delivery.test(low.slice(Math.max(0, phrase.start - 60), phrase.start) + after)
  return isDelivery || (isFirm && !/\b(?:hours?|hrs)\b/.test(said)) ? rank.said : undefined
}

const boundary = /[,;.!?\n(]|\s-\s|\b(?:but|and|so|then|because|while|though)\b/

const otherFlexible =
  /\b(?:budget|price|pricing|cost|payment|rate|layout|design|scope|features?|stack|tech|hours|enough|solution|system|app|site|cms)\b|\d{3}/
const vague = /^(?:any ?time|whenever|(?:very )?soon|yesterday|immediate|right|straight)/

function moodRank(said: string, clause: string): number | undefined {
  if (said.includes('flexible') && otherFlexible.test(clause)) return undefined
  if (vague.test(said) && !delivery.test(clause) && clause.trim() !== '') return undefined
  return /^(?:urgent|soon|very soon|yesterday)/.test(said) ? rank.pressing : rank.mood
}

const aloneHead =
  /^\s{0,3}(?:(?:ok|okay|now|then|yes|sure|well|so|sorry|actually|oops|no|it's|its|is|are|our|my|the|maybe|probably|ideally|hopefully|say|like|either|latest|time|time ?line|time ?frame|deadline|delivery|due(?: date)?|launch(?: date)?|target|eta|needed|need it|need|required|want it|date|please|pls|make it|go ?live|when|and|also|would be|should be|budget|in|wise|timing|[$₹€£]?\d{1,7}(?: ?(?:k|l|lakhs?|usd|inr|eur|gbp|dollars|rupees))?)[\s:=,.-]{1,3}){0,6}[~<]?\s?$/
const aloneTail =
  /^\s?(?:(?:or so|max|maximum|latest|at (?:the )?latest|at most|ish|please|pls|ideally|preferably|too|then|actually|if possible|from now|total|tops|thanks|hopefully|i think|works(?: better| best| fine)?|(?:is|looks|seems|sounds|would be) (?:(?:more|probably|also|totally) )?(?:realistic|likely|doable|safer|better|sensible|nice|great|fine|ok|okay|good|ideal|perfect|the deadline))\s?){0,3}$/

/** A reply or a line of a list that is nothing but the time: "6 weeks", "timeline: Q2", "booking app, 5k, 6 weeks". */
function isAlone(text: string, { start, end }: TimePhrase): boolean {
  const heads = text.slice(Math.max(0, start - 100), start).split(/[;!?\n|]|[.,]\s|\s-\s|\bbut\s/)
  const tail = text.slice(end, end + 60).split(/[,;.!?\n|\uFFFC]|\s-\s/)[0] ?? ''
  return aloneHead.test(heads.at(-1) ?? '') && aloneTail.test(tail)
}
