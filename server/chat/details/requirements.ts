import type { ParsedMessage, Sentence } from './message.ts'
import { builderWords, functionWords, productWords, toolWords, wordSet } from './words.ts'

type RequirementCandidate = { value: string; isCorrection: boolean }

/** What should be built, changed, or fixed, as written: the first mentioned, unless it's corrected or was vague. */
export function findRequirements(messages: readonly ParsedMessage[]): string | null {
  let requirements: string | undefined
  for (const message of messages) {
    const found = message.sentences.flatMap((sentence) => requirementIn(sentence) ?? [])
    for (const { value, isCorrection } of found.length > 0 ? found : replyRequirements(message)) {
      const isVague =
        requirements === undefined || countSpecificWords(requirements) < Math.min(2, countSpecificWords(value))
      if (isVague || isCorrection) requirements = value
    }
  }
  return requirements ?? null
}

const correction =
  /\b(?:actually|instead|scratch that|changed (?:my|our) mind|rather|sorry|correction|on second thought|not an? )\b/
const trailingPunctuation = /[\s.,;:!?'"(-]{1,4}$/
const negationBefore = /\b(?:don't|do not|dont|doesn't|didn't|not|no longer|never|isn't|without|if) (?:really )?$/
const maxMatches = 12
const contextCharacters = 80

function requirementIn(sentence: Sentence): RequirementCandidate | undefined {
  const { lower, original } = sentence
  for (const { cues, includesVerb = false, isSure = false, needsOwn, needsProduct } of wishCues) {
    const found = cues.flatMap((cue) => [...lower.matchAll(cue)].slice(0, maxMatches))
    for (const { index, 0: cue } of found) {
      const start = skipFillers(lower, index + cue.length)
      const before = lower.slice(Math.max(0, index - contextCharacters), index)
      if (negationBefore.test(before) || isGeneralQuestion(lower, start)) continue
      const value = original.slice(start, endOf(sentence, start)).replace(trailingPunctuation, '')
      const lowerValue = value.toLowerCase()
      if (
        !isRequirement(lowerValue, includesVerb, isSure) ||
        (needsOwn && !/\b(?:my|our|mine|ours)\b/.test(lowerValue))
      )
        continue
      if (needsProduct && (!hasProduct(lowerValue) || !/^(?!the \S+$)\S+ /.test(lowerValue))) continue
      return { value, isCorrection: correction.test(before) }
    }
  }
  return undefined
}

/** "do you build apps?", "could you integrate Stripe?": a question about the studio, unless it's about their own thing. */
function isGeneralQuestion(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - contextCharacters), start)
  if (/\bdo (?:you|u|i|we) [^,.]{0,60}$/.test(before))
    return !/\b(?:need|want|looking)/.test(before) || /^\W?do /.test(text)
  const isRequest = text.includes('?') && /\b(?:can|could|would|will) (?:you|u)\b[^,.]{0,60}$/.test(before)
  return isRequest && !/\b(?:my|our|this|me|us|for|with|that|which|it)\b/.test(text)
}

const replyStart =
  /^\s{0,3}(?:(?:ok|okay|so|yes|sure|hi|hello|hey|well|it's|its|it is|basically|just|maybe|actually|for|sir|bhai|probably|sorry|that's|also)[\s,:]{1,3}){0,5}/

/** A reply or list item that names a thing: "CRM for real estate agents". */
function replyRequirements({ sentences }: ParsedMessage): RequirementCandidate[] {
  for (const sentence of sentences) {
    const { lower, original } = sentence
    if (lower.includes('?')) continue
    let offset = 0
    for (const segment of lower.split(/(?<=[,;\n|]\s)|(?<=\s-\s)/).slice(0, 20)) {
      const start = offset + (replyStart.exec(segment)?.[0].length ?? 0)
      offset += segment.length
      const value = original.slice(start, endOf(sentence, start)).replace(trailingPunctuation, '')
      if (isReplyRequirement(value.toLowerCase())) return [{ value, isCorrection: false }]
    }
  }
  return []
}

/** Verbs that are part of the wish. In "build a site" the wish is just "a site". */
const change = `(?:re-?design|re-?build|revamp|fix|repair|migrate|improve|update|upgrade|moderni[sz]e|replace|rewrite|refactor|optimi[sz]e|add|integrate|automate|convert|move|port|speed up|clean up|extend|finish|complete|overhaul|refresh|digiti[sz]e|connect|customi[sz]e|translate|relaunch|debug|turn(?! around)|transform|simplify|enhance|merge|expand|streamline|redo|take over)`
const make = `(?:build|create|develop|design|make|turn around|knock out|get|have|launch|set up|setup|start|code|do|implement|bulid|devlop)`
const making = `(?:building|creating|developing|designing|making|getting|launching|setting up|coding)`
const helper = String.raw`(?:someone|somebody|(?:[\p{L}-]{1,20} ){0,4}?(?:developers?|devs?|team|agency|freelancer|studio|partner|co-?founder|cto|person|company|engineer|designer|expert|programmer|firm)|some help|help|your help|your team|you guys|you|u)`
const wish = `(?:need(?:s|ed|ing)?|want(?:s|ed|ing)?|require[sd]?|look(?:ing)? (?:for|to|into|at)|search(?:ing)?(?: for)?|commission|seeking|(?:would|should) (?:[a-z]{1,12} )?like|'d (?:[a-z]{1,12} )?like|(?:would|'d) love|id (?:like|love)|in need of|interested in|enquir(?:e|ing|y) (?:about|for)|thinking (?:of|about)|planning(?= an?\\s)|after|exploring|considering|quiero|queremos|necesito|necesitamos|je veux|je voudrais|nous voulons|ich brauche|ich möchte|wir brauchen|wir suchen|wir möchten|voglio|vorrei|vorremmo|quero|preciso|tryna|(?:hoping|hope|trying|planning|plan|going|gonna|wish|aim(?:ing)?|idea is|plan is|keen|ready|looking)(?= to | on | for )|wanna)`
const articleAhead = '(?=(?:an?|the|my|our) )'

type Cue = string | RegExp
type CueGroup = { cues: Cue | readonly Cue[]; includesVerb?: true; isSure?: true; needsProduct?: true; needsOwn?: true }

const cueGroups: readonly CueGroup[] = [
  // fix our checkout; can you add payments to my site
  {
    includesVerb: true,
    cues: `(?:\\b(?:${wish}|can|could|would|will|help|someone|somebody|who|and|please|pls|to|kindly|you|us|me|we|i) (?:(?:also|really|just|maybe|please|completely) )?(?:to |with |you to |someone to )?|^\\s?(?:please |pls |kindly )?)(?=(?:${change}|(?:make|get|have) (?:my|our)) )`,
  },
  {
    isSure: true,
    cues: `\\b${wish} (?:${helper} )?(?:(?:who|that) can )?(?:to |with |for )?(?:help (?:(?:me|us) )?(?:to |with )?)?(?:${make}|${making}) (?:(?:me|us) )?(?:up )?`,
  },
  {
    cues: [
      `\\b(?:can|could|would|will|help|please|pls|able to|possible to|kindly) (?:(?:you|u|me|us|guys|please|help|to) ){0,4}(?:${make}|${making}) (?:(?:me|us) )?`,
      /(?:^|[\s,;(])(?:building|developing|creating|working on|setting up) (?=an? )/g,
      /\b(?:idea|vision|plan|concept|brief|spec|project|proposal) (?:for|of|is|is for|about) /g,
    ],
  },
  {
    cues: /(?:^|[,;.] ?|\b(?:please|pls|just|and|so|to) )(?:build|make|create|develop|design|get|do|code) (?:me|us) /g,
  },
  // what would a booking app for my studio cost; can i get a portal for my firm
  {
    needsProduct: true,
    needsOwn: true,
    cues: /\b(?:(?:what|how much) (?:would|will|does|do|is|for|are)(?: it (?:be|cost|take)(?: me| us)?)?|how much|price (?:for|of)|cost (?:for|of|to (?:build|make|get|create|develop))|(?:can|could|may) (?:i|we) (?:get|have|order)|rates? for) (?:(?:to )?(?:build|make|develop|get|create)(?:ing)? )?/g,
  },
  // find a developer for our shop; know the cost for a tool; 1.5 lac for website; a call about a wiki; a quote for our site
  {
    needsProduct: true,
    cues: [
      `\\b(?:${wish}|find(?:ing)?|hir(?:e|ing)|get(?:ting)?) (?:me |us |an? )?${helper} for ${articleAhead}`,
      /\b(?:(?:give|send|get|quote|share|provide) (?:me|us)|know|ask|find out|check) (?:about )?(?:(?:an?|the|your|some) )?(?:price|quote|quotation|estimate|costs?|pricing|proposal) (?:for|of|on) (?!(?:an?|the|your) \S{1,20}[.?!]?$)/g,
      /(?:[$₹€£][\d.,]{1,9}k?|\d ?k|\d|usd|inr|lakhs?|lacs?|euros?|dollars|rupees|pounds|gbp|budget|enough|ok) for (?:the )?(?!the )/g,
      /\b(?:consultation|call(?:ing)?|talk(?: to)?|appointment|writing) (?:about|on|regarding|for) (?=an? )/g,
      `\\b(?:spend|invest|put)\\b[^.,!?]{1,30}\\b(?:on|into|towards) ${articleAhead}|\\b(?:quotes?|quotations?|estimates?|proposals?|bids?) (?:for|on) ${articleAhead}`,
    ],
  },
  {
    isSure: true,
    cues: /(?:^|[\s,;(])(?:project|requirements?|reqs?|scope|need(?:ed)?|wanted|required|we want|we need|job|work|idea|goal) ?(?::|-(?=\s)|\bis\b|\bare\b) ?/g,
  },
  {
    cues: `\\b(?<!\\bno )${wish} (?:(?:to (?:have|get|order|commission)|help (?:with|on)|(?:an? |the )?(?:quote|price|estimate|proposal) (?:for|on)|getting|having) )?`,
  },
]

const compileCues = ({ cues }: CueGroup) => [cues].flat().map((cue) => new RegExp(cue, 'gu'))
const wishCues = cueGroups.map((group) => ({ ...group, cues: compileCues(group) }))

/** Wishes that aren't for something to build: "a quote", "to talk", "some help with this". */
const notBuildable =
  /^(?:(?:an?|the|some|your|any|more|my|our|few|this|that|in|to|for|with|on|about) ){0,3}(?:\p{L}{1,20}[ -]){0,2}(?:developers?|devs?|programmers?|agency|freelancers?|team|designers?|engineers?|expert|partner|co-?founder|cto|help|assistance|support|advice|quotes?|quotation|estimate|proposal|prices?|pricing|costs?|rates?|call|meeting|consultation|chat|talk|info|information|details|answers?|discount|deal|demo|appointment|slot|time|money|job|work|idea|some(?:thing|one|body)|anything|it|this|that|one|more|know|discuss|speak|see|understand|ask|start|begin|hear|learn|check|confirm|book|schedule|connect|get started|hire|be|think|pay|proceed|you|u|references?|opinions?|feedback|thoughts|minute|look|portfolio|examples?|invoice|contract|nda|package|mvp|services?|project|reply|response|person|human|options?|questions?|buy|purchase|go|solution|business|company|startup|funding|investors?|users|customers|clients|tell|say)(?: (?:from you|for (?:it|this|that|my project|me|us|my idea|my business)|about|on|with|please|asap|first|today|tomorrow|soon|the|your|how|if|whether|what|who|to|in|and|here)\b.{0,300})?$/u
const notAThing =
  /^(?:to|know|see|talk|spend|invest|i|we|you|if|how|what|is|are|be|do|at|that|in|from|of|it|on|by|as|so|not|because|when|discuss|hire|your|more|this|them|him|his|her|us|me|with|people|customers|users|everyone)\b|^[$₹€£\d]|^(?:the|an?|your) (?:\S{1,20} )?(?:thing|stuff|package|plan|tier|offer|discount|price|quote)(?![a-z])(?! form| page| tool| calculator| system)/
const changeStart =
  /^\S{2,15}(?: up)? (?:an?|the|our|my|all|new|some|your|in|payments?|from|to|off)\b(?! (?:price|budget|subject|topic|deadline|call|name|email|mind|question|note)\b)/

function isRequirement(value: string, includesVerb: boolean, isSure: boolean): boolean {
  const parts = value.split(' ')
  if (includesVerb) return changeStart.test(value) || (parts.length > 1 && hasProduct(value))
  if (notBuildable.test(value) || notAThing.test(value) || isPersonAlone(parts)) return false
  if (parts.length === 1) return clearAlone.has(value)
  return isSure || hasProduct(value) || /^(?:an?|the|my|our|new|some|two|custom|simple)\b| online$/.test(value)
}

function hasProduct(value: string): boolean {
  return value.split(/[^\p{L}.]/u).some((word) => productWords.has(word) || toolWords.has(word.replace(/\.$/, '')))
}

/** "an app developer", "a React Native developer who": a person, whatever they build. */
function isPersonAlone(words: readonly string[]): boolean {
  const index = words.findIndex((word) => builderWords.has(word.replace(/[,.]$/, '')))
  const next = words[index + 1]
  const isLast = next === undefined || functionWords.has(next)
  return index >= 0 && isLast && !words.slice(0, index).some((word) => /^(?:for|with|that|to)$/.test(word))
}

const vagueWords = wordSet(
  'a an the my our new some simple website site app application mvp platform software web mobile page it product',
)

/** "a website" says little, "a website for my gym" enough. */
function countSpecificWords(value: string): number {
  return value.split(' ').filter((word) => !vagueWords.has(word.toLowerCase())).length
}

const clearAlone = wordSet(
  'website app ecommerce e-commerce marketplace crm erp dashboard portal chatbot webapp saas webshop blog platform lms',
)
const aboutSentence =
  /\b(?:i|i'm|im|we|we're|you|your|is|are|was|were|does|did|don't|looks|said|he|she|they|name|company|called|manager|founder|owner|director|engineer|uses?|using|ha[sd]|have|thanks|offers?|works?|working|found|saw|costs?|current|currently|years?|ago|spends?|can't)\b|^(?:people|customers?|users?|clients?|looking|find|hire|hiring|everyone)\b|^booking (?:an?|the|this|it|for|on)\b/
const notARequirementStart =
  /^(?:whats?|what's|how|why|when|where|which|who|do|can|could|will|would|should|any|if|same|other|both|all|not|total|budget|price|pricing|my|our|the|their|this|that|from|on|via|in|at|great|nice|good|no|about|and|or|with|by|to)\b|^[\d$₹€£]/

function isReplyRequirement(value: string): boolean {
  const parts = value.split(' ')
  if (parts.length === 1) return clearAlone.has(value)
  if (parts.length > 16 || aboutSentence.test(value) || notARequirementStart.test(value) || isPersonAlone(parts))
    return false
  return value.split(/[^\p{L}-]/u).some((word) => productWords.has(word))
}

const fillers =
  /^(?:(?:me|us|out|basically|really|actually|like|maybe|just|only|\d[).]|(?:an? |the )?(?:quote|estimate|price|proposal) (?:for|on)|some kind of|kind of|sort of|help (?:with|on|to)|to|sir|bhai|mujhe|humko|also|now|urgently|asap) ){0,4}/

function skipFillers(text: string, from: number): number {
  const start = from + (/^\s{0,3}/.exec(text.slice(from, from + 3))?.[0].length ?? 0)
  return start + (fillers.exec(text.slice(start, start + 60))?.[0].length ?? 0)
}

const maxRequirementCharacters = 300
const clauseBreak =
  /\s?(?:\.(?!\p{Ll})|[!?;\n()|\uFFFC]|\s-\s|:\s|\s\/\s|,?\s\b(?:because|cause|coz|but(?! (?:for|only|with|without)\b)|so(?! that)|then|since|would (?:come|cost|be)|costs?|my (?:name|email|budget|mail|number|phone)|our (?:budget|timeline|deadline)|with (?:a |an )?(?:\p{L}{1,12} )?budget|budget|timeline|deadline|email|name is|please|pls|plz|thanks|thank you|kindly|regards|can (?:you|u|we|i)|could you|would you|will you|how (?:much|long)|what|when (?:can|will)|instead|rather than|ideally|hopefully|preferably|urgently|asap|as soon|right now|at the moment|immediately|is (?:it|that|this)|i (?:am|can|have|want|need|think|don't|would|will|work|run|was)|i'm|im|we (?:can|have|want|need|are|do|don't|would|will|just|also|got)|we're|we've|i've|i'd|we'd|it (?:should|must|has|needs|will|is)|it's|let me know|if (?:possible|you)|and (?:(?:my|our) (?:budget|timeline|deadline|name|e-?mail|company)|i|we|it|would|want|need|have|can|was|am|are|is|then|had|get|looking|hoping|wondering|how|what|they|he|she|you|please)|there|ready|up and running|to be (?:ready|live|done)|(?:done|built|live|made) (?:by|in|within|before)|delivered|finished|completed|required|needed|for (?:around|about|under|max)|under|around|about|within|not sure|any idea|do you|are you|is there|reach me|call me|contact|chahiye|chaiye|hai|banana|banani|banwana|banwani|banwane|only(?! for))\b|,(?!(?<=\bwith\b.{0,60})\s(?:and\s)?\p{L}{1,20}(?:\s\p{L}{1,20}){0,2}(?:,|\sand\s|\.?\s?$)))/u
const danglingWords =
  /(?:[\s,]{1,2}(?:lol|haha|tho|though|then|too|tbh|for (?:us|me|now)|costs?|run|be|please|ok|btw|maybe|i guess|i think|basically|actually|really|etc|for|in|by|and|with|of|or|at|on|to|it|around|about|under|within|is|as|the|before|ready|live|done|built|launched|up|max|that|which|launching|like|using|a|an|my|our|but|-)){1,6}\s{0,2}$/

/** Ends before other details, such as a budget. */
function endOf({ lower: text, amounts, times }: Sentence, start: number): number {
  const sums = amounts.filter((amount) => amount.currency !== undefined || amount.hasUnit)
  const limits = [...times, ...sums].map((detail) => detail.start).filter((each) => each > start + 2)
  const end = Math.min(text.length, start + maxRequirementCharacters, ...limits)
  const cut = clauseBreak.exec(text.slice(start + 3, end + 40))
  const stop = cut === null ? end : Math.min(end, start + 3 + cut.index)
  return start + text.slice(start, stop).replace(danglingWords, '').length
}
