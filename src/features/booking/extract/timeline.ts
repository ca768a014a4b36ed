import { allMatches } from './all-matches.ts'
import type { Message, Sentence } from './message.ts'
import { findTimePhrases, type TimePhrase } from './time-phrases.ts'

type Hit = { value: string; rank: number; message: number }

/** When the visitor wants it, as written: delivery before start, a date before a mood, and of two equals the later. */
export function findTimeline(messages: readonly Message[]): string | null {
  const hits: Hit[] = []
  messages.forEach((message, at) => {
    for (const sentence of message.sentences) {
      for (const phrase of findTimePhrases(sentence.low)) {
        const rank = rankOf(message, sentence, phrase)
        if (rank === undefined) continue
        const value = sentence.raw.slice(phrase.start, phrase.end).replace(/[.,;:!?\s]+$/, '')
        hits.push({ value, rank, message: at })
      }
    }
  })
  let best: Hit | undefined
  for (const hit of hits) {
    if (best === undefined || hit.rank >= best.rank || (hit.message > best.message && hit.rank >= rank.mood)) best = hit
  }
  return best?.value ?? null
}

/** A start and a mere "urgent" or "soon" never take the place of a date; another mood does, in a later message. */
const rank = { start: 1, pressing: 1, mood: 2, likely: 3, said: 4 } as const

const boundary = /[,;.!?\n(]|\s-\s|\b(?:but|and|so|then|because|while|though)\b/g

function clauseOf(text: string, phrase: TimePhrase): { before: string; after: string } {
  let start = 0
  let end = text.length
  for (const { index, 0: mark } of allMatches(text, boundary)) {
    if (index + mark.length <= phrase.start) start = index + mark.length
    if (index >= phrase.end) {
      end = index
      break
    }
  }
  return { before: text.slice(start, phrase.start), after: text.slice(phrase.end, end) }
}

const talk =
  /\b(?:call(?:s|ed|ing)?|talk|speak|speaking|chat|chatting|meet|meeting|zoom|google meet|gmeet|skype|teams|available|availability|free|reach me|ring|phone|catch up|slots?|discuss|discussion|connect|hop on|jump on|hear (?:back|from)|reply|respond|response|get back|revert|follow up|call me|back to me|quotation|quote|proposal|estimate|consultation|appointment|schedule (?:a|the|it|some|something)|book (?:a|the|it|me|for)|pick up|contact me|write (?:me|back)|email me|let me know|get in touch|decide|decision|away|vacation|out of office|holiday|travell?ing|busy|unavailable|out of town|office hours|timezone|conversation)\b/
const delivery =
  /\b(?:launch(?:ing|es)?|live|ready|deliver\w*|finish\w*|complet\w*|done|deadline|time ?line|time ?frame|ship|shipped|release\w*|roll ?out|rolled out|target(?:ing)?|due|required|requred|have it|have this|up and running|built|build|mvp|ideally|hopefully|aim\w*|opening|delivery|go-live|online|in place|need(?:ed|s|ing)? (?:it|this|that|something|everything|the|a|an|to)?|want(?:ed)? (?:it|this|that|something|everything|the|a|an|to)?|would like|'d like|like (?:it|this)|looking (?:at|to|for)|plan(?:ning)? (?:to|for|on)|hoping|prefer\w*|must|should be|has to|have to|finished|chahiye|possible|doable|latest|tentative|handover|eta|expect\w*|schedule|by|fix(?:ed)?|redesign\w*|migrat\w*|project|wrap|turnaround|it (?:would|will|should) be|moved|pushed|postponed|brought forward|shifted|hit|demo it|show it|present it)\b/
const past =
  /\b(?:ago|last|past|since|been|spent|spend|took|founded|established|raised|launched|started|was|were|had|previous|earlier this|experience|already|used to|worked|waited|waiting|ran|built (?:it|our|the|this|my)|bought|paid|wasted|lost|registered|incorporated|got funded|closed|joined|hired|quoted|told|said|old|running for|in business)\b/
const pastAfter =
  /^\s*(?:ago|old|of (?:experience|runway|support|free|data|work|maintenance|history)|experience|runway|trial|warranty|support|guarantee|notice|free|already|back|now|in business|later|of my life|course|contract|subscription|plan|membership|retention|history|each|per|every)\b/
const repeating =
  /\b(?:every|each|per|once (?:a|in)|twice|times|daily|weekly|monthly|recurring|users?|customers?|clients?|patients?|members?|people|students?|guests?|visitors?|orders?|reminders?|notifications?|payback|pay you|payment|paid|installments?|emi|hosting|support|maintenance|retainer|warranty|refund|trial|runway|subscription|pays?)\b/
const studioTime =
  /\b(?:your|(?<!(?:can|could|would|will|should) )you (?:said|say|mention(?:ed)?|promise|advertise|claim|offer|deliver)|site says|page says|advertised|do you (?:really|usually|always|actually|normally|typically)|the 72|does it (?:really )?take|it take|will it take|would it take|(?:it|that|this) takes?|would take|usually take|typically take|take(?:s|n)? (?:you|about|around|longer|more|less|only)?)\b/
const doubt = /\b(?:really|seriously|wow|how come|that (?:seems|sounds|is|feels)|that's)\b/
const howLong =
  /\b(?:how (?:long|soon|fast|quick|quickly|much time|many (?:days|weeks|months))|what(?:'s| is) (?:the|your) (?:usual |typical |average |normal )?(?:timeline|time ?frame|turnaround|lead time|eta)|when (?:can|could|will|would) (?:you|it|we|this|i)|is it true|is the 72)\b/
const asks = /\b(?:can|could|would|will|possible|able|feasible|doable|realistic|enough|manage)\b/
const start = /\b(?:start|starts|starting|begin|beginning|kick ?off|commence|onboard|get going|get started|kickoff)\b/
const moneyNear = /\b(?:budget|price|pricing|cost|payment|rate|layout|design|scope|features?|stack|tech)\b/

/** How sure it is that a phrase says when the thing is wanted; undefined when it says something else. */
function rankOf(message: Message, sentence: Sentence, phrase: TimePhrase): number | undefined {
  const text = sentence.low
  const said = text.slice(phrase.start, phrase.end)
  const { before, after } = clauseOf(text, phrase)
  const clause = `${before} ${after}`
  if (
    /^(?:may|mar|sun|mon|dec|sat|fri)$/.test(said) &&
    !(isAlone(text, phrase) && /^\p{Lu}/u.test(sentence.text.slice(phrase.start)))
  )
    return undefined
  if (
    /^["']/.test(text.slice(phrase.end)) ||
    /(?:\bnot|\bnever|n't be|\binstead of|\brather than)\s+(?:in |on |by )?$/.test(before)
  )
    return undefined
  if (pastAfter.test(after) || /^\s*\d{0,2}(?::\d\d)?\s*(?:am|pm|ist|est|pst|gmt)\b/.test(after)) return undefined
  if (isAboutTalk(clause, before, text, phrase)) return undefined
  if (/\bhow\s+$|\b(?:takes?|lasts?|costs?) (?:about |around |only |just )?$/.test(before)) return undefined
  if (isPointedAt(message, phrase, text)) return rank.said
  if (phrase.kind === 'mood') return moodRank(message, said, clause, before, after)
  if (howLong.test(message.low) && !isStated(message, sentence, before)) return undefined
  if (
    /\?\s*$/.test(text) &&
    /\b(?:anything|something) (?:be|get|to be)?\s*(?:done|built|made|ready)|\bhours?\b/.test(text) &&
    !/\b(?:need|want|my|our)\b/.test(text)
  )
    return undefined
  if (/\?\s*$/.test(text) && (studioTime.test(before) || !asks.test(text)))
    return isAlone(text, phrase) && !howLong.test(message.low) && !doubt.test(message.low) ? rank.said : undefined
  if (studioTime.test(before) || (/\?/.test(text) && /\breally\b/.test(before))) return undefined
  if (
    past.test(before) &&
    !/\b(?:needed|should|must|want|ideally|would|will|to be|has to|have to|get|be (?:launched|started)|(?:moved|pushed|postponed|changed|shifted|brought forward) to|it (?:would|will|should) be)\b/.test(
      before,
    )
  )
    return undefined
  if (isAlone(text, phrase) && isDayForATalk(text, said)) return undefined
  if (isAlone(text, phrase)) return /\?/.test(text) && doubt.test(message.low) ? undefined : rank.said
  return clauseRank(phrase, said, before, after, text)
}

function isAboutTalk(clause: string, before: string, text: string, phrase: TimePhrase): boolean {
  const isDue =
    /\b(?:launch\w*|live|ready|deliver\w*|finish\w*|complet\w*|done|deadline|time ?line|ship|built|release\w*|up and running)\b/
  if (
    talk.test(
      clause.replace(
        /\b(?:booking|appointments?|consultation|meeting|call|scheduling|chat|video call) (?:app|apps|site|website|system|platform|tool|software|portal|bot|page|module)\b/g,
        '',
      ),
    )
  )
    return !isDue.test(before)
  const isTimed =
    /^\s*(?:at|@|around|after|before|between)?\s*\d{1,2}(?::\d\d)?\s*(?:am|pm|ist|est|pst|gmt|o'clock)\b/.test(
      text.slice(phrase.end),
    )
  return isTimed || (/\bcall\b/.test(text) && /\b(?:works|better|fine)\b/.test(clause))
}

const pointing =
  /\b(?:ready|live|up|done|finished|launch\w*|online|need\w*|delivered)\b[^.!?\n]{0,30}\b(?:by then|before that|before then|by that (?:date|day|time)|in time)\b/

/** "our trade show is on October 12, it must be ready before that". */
function isPointedAt(message: Message, phrase: TimePhrase, text: string): boolean {
  return (
    phrase.kind === 'point' &&
    /\d/.test(text.slice(phrase.start, phrase.end)) &&
    pointing.test(message.low) &&
    !pointing.test(text.slice(0, phrase.start))
  )
}

/** "Tomorrow works", "next Tuesday is better": days to speak, as nobody builds in one. */
function isDayForATalk(text: string, said: string): boolean {
  if (
    !/^(?:on )?(?:(?:next|this|coming) )?(?:today|tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/.test(
      said,
    )
  )
    return false
  return !/^(?:next|this)/.test(said) || /\b(?:works?|better|best|fine|suits|ok)\b/.test(text)
}

function moodRank(message: Message, said: string, clause: string, before: string, after: string): number | undefined {
  if (/flexible/.test(said)) {
    const isTime = /\b(?:time|time ?line|deadline|dates?|timing|schedule|delivery|launch|when)\b/.test(clause)
    const isOther =
      moneyNear.test(clause) ||
      (/^\s*(?:on|about|with) (?:that|it|this)\b/.test(after) && /\d{3}|\dk|lakh/.test(message.low)) ||
      /\b(?:hours|enough|solution|system|app|site|cms)\b/.test(clause)
    const isBare = /^\s*(?:(?:we're|we are|i'm|i am|it's|its|we|pretty|quite|very|totally)\s*)*$/.test(before)
    return (isTime && !isOther) || (isBare && !isOther && message.low.length < 200) ? rank.mood : undefined
  }
  if (/^(?:any ?time|whenever|soon|yesterday|immediate)/.test(said)) {
    const isWanted =
      /\b(?:need(?:ed)?|want|launch|live|ready|deliver\w*|time ?line|deadline|start|done|finish\w*|build|built)\b/.test(
        clause,
      )
    if (!isWanted && clause.trim() !== '') return undefined
    if (/^yesterday/.test(said) && !/\bneed(?:ed)?\b/.test(clause)) return undefined
  }
  if (
    /^(?:immediately|immediate|right away|straight away)/.test(said) &&
    /\b(?:pay|hire|respond|refund|notif|alert|sent?|set|grant|confirm)\w*\b/.test(clause)
  )
    return undefined
  if (/\bnot\s+(?:too\s+|so\s+)?$/.test(before)) return undefined
  return /^(?:urgent|soon|very soon|yesterday)/.test(said) ? rank.pressing : rank.mood
}

/** Beside a question about the usual time a wish can still stand: "how long? we need it by May". */
function isStated(message: Message, sentence: Sentence, before: string): boolean {
  return (
    message.sentences.length > 1 &&
    !/\?\s*$/.test(sentence.text) &&
    /\b(?:need|want|deadline|launch|live|ready|by|must|has to|have to|time ?line)\b/.test(`${before} by`)
  )
}

const aloneHead =
  /^\s*(?:(?:hmm|ok|okay|now|then|yes|sure|well|so|sorry|actually|oops|no|nope|it's|its|is|are|our|my|the|maybe|probably|ideally|hopefully|preferably|i'd say|i think|i guess|say|let's say|like|either|latest|time ?line|time ?frame|deadline|delivery|due(?: date)?|launch(?: date)?|target(?: date)?|eta|time|needed|need it|need|required|want it|date|please|pls|make it|go ?live|when|and|also|not|would be|should be|budget|[$₹€£]?\d+(?:[.,]\d+)*(?: ?(?:k|l|lakhs?|lacs?|usd|inr|eur|gbp|aed|dollars|rupees|euros))?|rs\.?|usd|inr|eur|in|wise|timing)\b[\s:=,.-]*)*[~<]?\s*$/
const aloneTail =
  /^\s*(?:(?:or so|max|maximum|latest|at (?:the )?latest|at most|ish|please|pls|ideally|preferably|works|(?:is|looks|seems|sounds|would be|feels) (?:much |far |a bit |a little |more |probably |also |totally )*(?:realistic|likely|doable|safer|better|reasonable|safe|comfortable|sensible|nice|great|fine|ok|okay|good|ideal|perfect)|works (?:much |far |a bit )?(?:better|best|fine|well|too)|too|then|actually|also fine|would be (?:ideal|great|good|perfect|nice|fine)|is (?:ideal|fine|good|ok|okay|perfect|the deadline|our deadline|what we need|the target)|if possible|from now|total|tops|thanks|not \S+|for (?:this|it|the (?:mvp|launch|first version|project)|launch|delivery)|should be (?:fine|ok|okay|enough)|if you can|hopefully|i think|i guess|only|itself|instead of .{1,30}|maybe|probably|perhaps|or something|lol|haha|and budget.{0,40})\b\s*)*$/

/** A reply or a line of a list that is nothing but the time: "6 weeks", "timeline: Q2", "booking app, 5k, 6 weeks". */
function isAlone(text: string, phrase: TimePhrase): boolean {
  const head =
    text
      .slice(Math.max(0, phrase.start - 100), phrase.start)
      .split(/[;!?\n|]\s*|[.,]\s+|\s-\s|\bbut\s+/)
      .at(-1) ?? ''
  const tail = text.slice(phrase.end, phrase.end + 60).split(/[,;.!?\n|]|\s-\s|\uFFFC/)[0] ?? ''
  return aloneHead.test(head) && aloneTail.test(tail)
}

function clauseRank(phrase: TimePhrase, said: string, before: string, after: string, text: string): number | undefined {
  const clause = `${before} ${after}`
  const isFirm = phrase.kind === 'deadline' || phrase.kind === 'event' || /^within\b/.test(said)
  if (/^(?:for|over)\b/.test(said) && phrase.kind === 'within' && !/\bnext\b/.test(said)) return undefined
  if (/^(?:from|since)\b/.test(said))
    return start.test(clause)
      ? rank.start
      : /\b(?:need|want|live|ready|use)\b/.test(before) && /\d/.test(said)
        ? rank.likely
        : undefined
  if (repeating.test(before) && !delivery.test(before.slice(-40)) && !isFirm) return undefined
  if (
    isFirm &&
    /\b(?:users?|customers?|clients?|patients?|members?|students?|guests?|orders?|reminders?|refund\w*|pay|paid|arrive\w*|cancel\w*|respond|raise|raising)\b[^,]{0,25}$/.test(
      before,
    ) &&
    !/\b(?:ready|live|launch\w*|need|deliver|must)\b/.test(before)
  )
    return undefined
  if (start.test(before) && !/\b(?:deliver\w*|finish\w*|ready|live|launch\w*|done)\b/.test(before))
    return /\byou\b.*\?|^\s*when\b/.test(text) ? undefined : rank.start
  if (isFirm) return /\b(?:hours?|minutes?|hrs)\b/.test(said) && !delivery.test(clause) ? undefined : rank.said
  if (/^(?:20\d\d|tomorrow|today|tonight|\d{1,2}\/\d{1,2})$/.test(said) && !delivery.test(before)) return undefined
  if (/^after\b/.test(said)) return delivery.test(clause) ? rank.likely : undefined
  if (phrase.kind === 'duration' && /^(?:an?|one) (?:day|week|month|year|hour)$/.test(said) && !delivery.test(before))
    return undefined
  if (repeating.test(after.slice(0, 20))) return undefined
  if (phrase.kind === 'within' && delivery.test(text)) return rank.said
  return delivery.test(clause) || /\b(?:deadline|time ?line|launch)\b/.test(text.slice(0, phrase.start).slice(-60))
    ? rank.said
    : undefined
}
