import type { Message, Sentence } from './message.ts'
import { findTimePhrases, type TimePhrase } from './time-phrases.ts'

/** A start and a mere "urgent" or "soon" never take the place of a date; another mood does. */
const rank = { start: 1, pressing: 1, mood: 2, said: 3 } as const

/** When the visitor wants it, as written: delivery before start, a date before a mood, and of two equals the later. */
export function findTimeline(messages: readonly Message[]): string | null {
  let best: { value: string; rank: number } | undefined
  for (const message of messages) {
    for (const sentence of message.sentences) {
      for (const phrase of findTimePhrases(sentence.low)) {
        const rank = rankOf(message, sentence, phrase)
        if (rank === undefined || (best !== undefined && rank < best.rank)) continue
        best = { rank, value: sentence.raw.slice(phrase.start, phrase.end).replace(/[.,;:!?\s]$/, '') }
      }
    }
  }
  return best?.value ?? null
}

const talk =
  /\b(?:call(?:s|ed|ing)?|talk|speak|chat|meet|meeting|zoom|gmeet|skype|teams|available|availability|free|reach me|ring|phone|catch up|slots?|discuss(?:ion)?|connect|hop on|hear (?:back|from)|reply|respond|response|get back|follow up|back to me|quotation|quote|proposal|estimate|consultation|appointment|contact me|write (?:me|back)|email me|let me know|get in touch|decide|decision|away|vacation|out of office|travell?ing|busy|unavailable|office hours)\b/
/** "a booking app", "the meeting portal" is a thing, no talk. */
const talkThing =
  /\b(?:booking|appointments?|consultation|meeting|call|chat) (?:app|apps|site|website|system|platform|tool|software|portal|page)\b/g
const due =
  /\b(?:launch\w{0,3}|live|ready|deliver\w{0,3}|finish\w{0,3}|complet\w{0,3}|done|deadline|time ?line|ship|built|release\w?)\b/
const delivery =
  /\b(?:launch\w{0,3}|live|ready|deliver\w{0,3}|finish\w{0,3}|complet\w{0,3}|done|deadline|time ?line|time ?frame|ship|shipped|release\w?|roll ?out|target|due|required|have (?:it|this)|up and running|built|build|mvp|ideally|hopefully|aim\w{0,3}|opening|delivery|online|in place|need(?:ed|s|ing)?|want(?:ed)?|would like|'d like|like (?:it|this)|looking (?:at|to|for)|plan(?:ning)? (?:to|for|on)|hoping|prefer\w{0,3}|must|should be|has to|have to|chahiye|possible|doable|latest|eta|expect\w{0,3}|fix(?:ed)?|redesign|migrate|project|it (?:would|will|should) be|moved|pushed|postponed|shifted)\b/
const past =
  /\b(?:ago|last|past|since|been|spent|took|founded|established|raised|launched|started|was|were|had|previous|already|used to|worked|waited|waiting|ran|built (?:it|our|the|this|my)|bought|paid|wasted|lost|registered|hired|quoted|told|said|in business)\b/
const stillDue =
  /\b(?:needed|should|must|want|ideally|would|will|to be|has to|have to|get|be (?:launched|started)|(?:moved|pushed|postponed|changed|shifted) to)\b/
const otherAfter =
  /^\s?(?:ago|old|of (?:experience|runway|support|maintenance)|experience|runway|trial|warranty|support|guarantee|notice|free|already|back|now|in business|later|contract|subscription|each|per|every|\d{0,2}(?::\d\d)? ?(?:am|pm|ist|est|pst|gmt)\b)/
const repeating =
  /\b(?:every|each|per|once (?:a|in)|twice|daily|weekly|monthly|users?|customers?|patients?|members?|students?|guests?|visitors?|orders?|reminders?|payment|paid|hosting|support|maintenance|warranty|refund|trial|runway|subscription|pays?)\b/
const howLong =
  /\b(?:how (?:long|soon|fast|quick|quickly|much time|many (?:days|weeks|months))|what(?:'s| is) (?:the|your) (?:usual |typical |average )?(?:timeline|turnaround|lead time|eta)|when (?:can|could|will|would) (?:you|it|we|this|i)|is it true)\b/
const studioTime =
  /\byour?\b(?! (?:to|can|could))|\b(?:site|page) says\b|\b(?:will |does |would )?(?:it|that|this) (?:really )?takes?\b|\btakes?\b/
const asks = /\b(?:can|could|would|will|possible|able|feasible|doable|realistic|enough)\b/
const starting = /\b(?:start(?:s|ing)?|begin(?:ning)?|kick ?off|commence|onboard|get going|get started)\b/

/** How sure it is that a phrase says when the thing is wanted; undefined when it says something else. */
function rankOf(message: Message, { low }: Sentence, phrase: TimePhrase): number | undefined {
  const said = low.slice(phrase.start, phrase.end)
  const { before, after } = clauseOf(low, phrase)
  const clause = `${before} ${after}`
  const isQuestion = low.trimEnd().endsWith('?')
  if (/\b(?:not|never|n't be|instead of|rather than|takes?|lasts?) (?:in |on |by |about |around )?$/.test(before))
    return undefined
  if (otherAfter.test(after) || (talk.test(clause.replace(talkThing, '')) && !due.test(before))) return undefined
  if (phrase.kind === 'mood') return moodRank(said, clause, before)
  const isAsked = howLong.test(message.low) || (isQuestion && (studioTime.test(before) || !asks.test(low)))
  if (isAsked && !(delivery.test(before) && !isQuestion)) return undefined
  if (past.test(before) && !stillDue.test(before)) return undefined
  if (isAlone(low, phrase)) return isDayForATalk(low, said) ? undefined : rank.said
  const isFirm = phrase.kind === 'deadline'
  if ((repeating.test(before) && !(isFirm && delivery.test(before))) || repeating.test(after.slice(0, 20)))
    return undefined
  if (/^(?:for|over|from|since|after)\b/.test(said) && !isFirm) return starting.test(clause) ? rank.start : undefined
  if (starting.test(before) && !due.test(before)) return rank.start
  if (isFirm) return /\b(?:hours?|minutes?|hrs)\b/.test(said) && !delivery.test(clause) ? undefined : rank.said
  return delivery.test(clause) || delivery.test(low.slice(Math.max(0, phrase.start - 60), phrase.start))
    ? rank.said
    : undefined
}

const boundary = /[,;.!?\n(]|\s-\s|\b(?:but|and|so|then|because|while|though)\b/

function clauseOf(text: string, { start, end }: TimePhrase): { before: string; after: string } {
  return { before: text.slice(0, start).split(boundary).at(-1) ?? '', after: text.slice(end).split(boundary)[0] ?? '' }
}

/** "Tomorrow works", "Tuesday": days to speak, as nobody builds in one. */
function isDayForATalk(text: string, said: string): boolean {
  if (!/^(?:on )?(?:(?:next|this|coming) )?(?:today|tomorrow|tonight|\p{L}{3,6}day)$/u.test(said)) return false
  return !/^(?:next|this)/.test(said) || /\b(?:works?|better|best|fine|suits|ok)\b/.test(text)
}

const otherFlexible =
  /\b(?:budget|price|pricing|cost|payment|rate|layout|design|scope|features?|stack|tech|hours|enough|solution|system|app|site|cms)\b|\d{3}/
const wanted =
  /\b(?:need(?:ed)?|want|launch|live|ready|deliver\w{0,3}|time ?line|deadline|done|finish\w{0,3}|build|built)\b/

function moodRank(said: string, clause: string, before: string): number | undefined {
  if (/\bnot (?:too |so )?$/.test(before) || (/flexible/.test(said) && otherFlexible.test(clause))) return undefined
  const isVague = /^(?:any ?time|whenever|(?:very )?soon|yesterday|immediate|right|straight)/.test(said)
  if (isVague && !wanted.test(clause) && clause.trim() !== '') return undefined
  return /^(?:urgent|soon|very soon|yesterday)/.test(said) ? rank.pressing : rank.mood
}

const aloneHead =
  /^\s{0,3}(?:(?:ok|okay|now|then|yes|sure|well|so|sorry|actually|oops|no|it's|its|is|are|our|my|the|maybe|probably|ideally|hopefully|say|like|either|latest|time|time ?line|time ?frame|deadline|delivery|due(?: date)?|launch(?: date)?|target|eta|needed|need it|need|required|want it|date|please|pls|make it|go ?live|when|and|also|would be|should be|budget|in|wise|timing|[$₹€£]?\d{1,7}(?: ?(?:k|l|lakhs?|usd|inr|eur|gbp|dollars|rupees))?)[\s:=,.-]{1,3}){0,6}[~<]?\s?$/
const aloneTail =
  /^\s?(?:(?:or so|max|maximum|latest|at (?:the )?latest|at most|ish|please|pls|ideally|preferably|too|then|actually|if possible|from now|total|tops|thanks|hopefully|i think|works(?: better| best| fine)?|(?:is|looks|seems|sounds|would be) (?:(?:more|probably|also|totally) )?(?:realistic|likely|doable|safer|better|sensible|nice|great|fine|ok|okay|good|ideal|perfect|the deadline))\s?){0,3}$/

/** A reply or a line of a list that is nothing but the time: "6 weeks", "timeline: Q2", "booking app, 5k, 6 weeks". */
function isAlone(text: string, { start, end }: TimePhrase): boolean {
  const head =
    text
      .slice(Math.max(0, start - 100), start)
      .split(/[;!?\n|]|[.,]\s|\s-\s|\bbut\s/)
      .at(-1) ?? ''
  const tail = text.slice(end, end + 60).split(/[,;.!?\n|\uFFFC]|\s-\s/)[0] ?? ''
  return aloneHead.test(head) && aloneTail.test(tail)
}
