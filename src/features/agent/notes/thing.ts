import { findAmounts } from './amounts.ts'
import { findTimePhrases } from './time-phrases.ts'
import { functionWords, productWords, toolWords, words } from './words.ts'

/** What is wanted where nothing is to be built: "a quote", "to talk", "some help with this". */
const nothing =
  /^(?:(?:an?|the|some|your|any|more|my|our|few|this|that|in|to|for|with|on|about) ){0,3}(?:\p{L}{1,20}[ -]){0,2}(?:developers?|devs?|programmers?|agency|freelancers?|team|designers?|engineers?|expert|partner|co-?founder|cto|help|assistance|support|advice|quotes?|quotation|estimate|proposal|prices?|pricing|costs?|rates?|call|meeting|consultation|chat|talk|info|information|details|answers?|discount|deal|demo|appointment|slot|time|money|job|work|idea|some(?:thing|one|body)|anything|it|this|that|one|more|know|discuss|speak|see|understand|ask|start|begin|hear|learn|check|confirm|book|schedule|connect|get started|hire|be|think|pay|proceed|you|u|references?|opinions?|feedback|thoughts|minute|look|portfolio|examples?|invoice|contract|nda|package|mvp|services?|project|reply|response|person|human|options?|questions?|buy|purchase|go|solution|business|company|startup|funding|investors?|users|customers|clients|tell|say)(?: (?:from you|for (?:it|this|that|my project|me|us|my idea|my business)|about|on|with|please|asap|first|today|tomorrow|soon|the|your|how|if|whether|what|who|to|in|and|here)\b.{0,300})?$/u
const noThing =
  /^(?:to|know|see|talk|spend|invest|i|we|you|if|how|what|is|are|be|do|at|that|in|from|of|it|on|by|as|so|not|because|when|discuss|hire|your|more|this|them|him|his|her|us|me|with|people|customers|users|everyone)\b|^[$₹€£\d]|^(?:the|an?|your) (?:\S{1,20} )?(?:thing|stuff|package|plan|tier|offer|discount|price|quote)(?![a-z])(?! form| page| tool| calculator| system)/
const changed =
  /^\S{2,15}(?: up)? (?:an?|the|our|my|all|new|some|your|in|payments?|from|to|off)\b(?! (?:price|budget|subject|topic|deadline|call|name|email|mind|question|note)\b)/

/** Whether what stands after a cue is something to build, change or fix. */
export function isThing(value: string, keepsVerb: boolean, isSure: boolean): boolean {
  const parts = value.split(' ')
  if (keepsVerb) return changed.test(value) || (parts.length > 1 && hasProduct(value))
  if (nothing.test(value) || noThing.test(value) || isPersonAlone(parts)) return false
  if (parts.length === 1) return aloneEnough.has(value)
  return isSure || hasProduct(value) || /^(?:an?|the|my|our|new|some|two|custom|simple)\b| online$/.test(value)
}

/** Whether a word of it names something that is built, or what things are built with. */
export function hasProduct(value: string): boolean {
  return value.split(/[^\p{L}.]/u).some((word) => productWords.has(word) || toolWords.has(word.replace(/\.$/, '')))
}

const people = words(`
  developer developers dev devs agency designer designers freelancer freelancers engineer engineers expert experts team coder coders programmer
  programmers partner studio company guy guys person
`)

/** "an app developer", "a React Native developer who": a person, whatever they build. */
function isPersonAlone(value: readonly string[]): boolean {
  const at = value.findIndex((word) => people.has(word.replace(/[,.]$/, '')))
  const next = value[at + 1]
  const isLast = next === undefined || functionWords.has(next)
  return at >= 0 && isLast && !value.slice(0, at).some((word) => /^(?:for|with|that|to)$/.test(word))
}

const vague = words(
  'a an the my our new some simple website site app application mvp platform software web mobile page it product',
)

/** "a website" tells little, "a website for my gym" enough. */
export function weightOf(value: string): number {
  return value.split(' ').filter((word) => !vague.has(word.toLowerCase())).length
}

const aloneEnough = words(
  'website app ecommerce e-commerce marketplace crm erp dashboard portal chatbot webapp saas webshop blog platform lms',
)
const talkAbout =
  /\b(?:i|i'm|im|we|we're|you|your|is|are|was|were|does|did|don't|looks|said|he|she|they|name|company|called|manager|founder|owner|director|engineer|uses?|using|ha[sd]|have|thanks|offers?|works?|working|found|saw|costs?|current|currently|years?|ago|spends?|can't)\b|^(?:people|customers?|users?|clients?|looking|find|hire|hiring|everyone)\b|^booking (?:an?|the|this|it|for|on)\b/
const otherStart =
  /^(?:whats?|what's|how|why|when|where|which|who|do|can|could|will|would|should|any|if|same|other|both|all|not|total|budget|price|pricing|my|our|the|their|this|that|from|on|via|in|at|great|nice|good|no|about|and|or|with|by|to)\b|^[\d$₹€£]/

/** Whether a segment with no cue before it names a thing by itself: "CRM for real estate agents". */
export function isBareThing(value: string): boolean {
  const parts = value.split(' ')
  if (parts.length === 1) return aloneEnough.has(value)
  if (parts.length > 16 || talkAbout.test(value) || otherStart.test(value) || isPersonAlone(parts)) return false
  return value.split(/[^\p{L}-]/u).some((word) => productWords.has(word))
}

const lead =
  /^(?:(?:me|us|out|basically|really|actually|like|maybe|just|only|\d[).]|(?:an? |the )?(?:quote|estimate|price|proposal) (?:for|on)|some kind of|kind of|sort of|help (?:with|on|to)|to|sir|bhai|mujhe|humko|also|now|urgently|asap) ){0,4}/

/** Past what says nothing of the thing itself: "basically just", "some kind of". */
export function skipLead(text: string, from: number): number {
  const start = from + (/^\s{0,3}/.exec(text.slice(from, from + 3))?.[0].length ?? 0)
  return start + (lead.exec(text.slice(start, start + 60))?.[0].length ?? 0)
}

/** Where times and sums begin: a thing ends before them. */
export function limitsIn(text: string): number[] {
  const sums = findAmounts(text).filter((amount) => amount.currency !== undefined || amount.hasUnit)
  return [...findTimePhrases(text), ...sums].map(({ start }) => start)
}

const longestThing = 300
const breaks =
  /\s?(?:\.(?!\p{Ll})|[!?;\n()|\uFFFC]|\s-\s|:\s|\s\/\s|,?\s\b(?:because|cause|coz|but(?! (?:for|only|with|without)\b)|so(?! that)|then|since|would (?:come|cost|be)|costs?|my (?:name|email|budget|mail|number|phone)|our (?:budget|timeline|deadline)|with (?:a |an )?(?:\p{L}{1,12} )?budget|budget|timeline|deadline|email|name is|please|pls|plz|thanks|thank you|kindly|regards|can (?:you|u|we|i)|could you|would you|will you|how (?:much|long)|what|when (?:can|will)|instead|rather than|ideally|hopefully|preferably|urgently|asap|as soon|right now|at the moment|immediately|is (?:it|that|this)|i (?:am|can|have|want|need|think|don't|would|will|work|run|was)|i'm|im|we (?:can|have|want|need|are|do|don't|would|will|just|also|got)|we're|we've|i've|i'd|we'd|it (?:should|must|has|needs|will|is)|it's|let me know|if (?:possible|you)|and (?:(?:my|our) (?:budget|timeline|deadline|name|e-?mail|company)|i|we|it|would|want|need|have|can|was|am|are|is|then|had|get|looking|hoping|wondering|how|what|they|he|she|you|please)|there|ready|up and running|to be (?:ready|live|done)|(?:done|built|live|made) (?:by|in|within|before)|delivered|finished|completed|required|needed|for (?:around|about|under|max)|under|around|about|within|not sure|any idea|do you|are you|is there|reach me|call me|contact|chahiye|chaiye|hai|banana|banani|banwana|banwani|banwane|only(?! for))\b|,(?!(?<=\bwith\b.{0,60})\s(?:and\s)?\p{L}{1,20}(?:\s\p{L}{1,20}){0,2}(?:,|\sand\s|\.?\s?$)))/u
const dangling =
  /(?:[\s,]{1,2}(?:lol|haha|tho|though|then|too|tbh|for (?:us|me|now)|costs?|run|be|please|ok|btw|maybe|i guess|i think|basically|actually|really|etc|for|in|by|and|with|of|or|at|on|to|it|around|about|under|within|is|as|the|before|ready|live|done|built|launched|up|max|that|which|launching|like|using|a|an|my|our|but|-)){1,6}\s{0,2}$/

/** Up to the next clause, time or sum. */
export function endOf(text: string, start: number, limits: readonly number[]): number {
  const before = limits.filter((at) => at > start + 2)
  const end = Math.min(text.length, start + longestThing, ...before)
  const cut = breaks.exec(text.slice(start + 3, end + 40))
  const stop = cut === null ? end : Math.min(end, start + 3 + cut.index)
  return start + text.slice(start, stop).replace(dangling, '').length
}
