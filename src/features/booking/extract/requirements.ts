import { allMatches } from './all-matches.ts'
import { findAmounts } from './amounts.ts'
import { fittingCues } from './fitting-cues.ts'
import type { Message, Sentence } from './message.ts'
import { findTimePhrases } from './time-phrases.ts'
import { change, wishCues } from './wish-cues.ts'
import { productWords, toolWords } from './words.ts'

type Hit = { value: string; weight: number; corrects: boolean; isProduct: boolean }

/** What is to be built, changed or fixed, as written; the first that is told, unless it is corrected or was vague. */
export function findRequirements(messages: readonly Message[]): string | null {
  const hits: Hit[] = []
  for (const message of messages) {
    const found = message.sentences.flatMap((sentence) => wishesIn(sentence, client.test(message.low)))
    hits.push(...(found.length > 0 ? found : bareThings(message)))
  }
  let settled: Hit | undefined
  for (const hit of hits) {
    if (
      settled === undefined ||
      hit.corrects ||
      (hit.isProduct ? !settled.isProduct : false) ||
      (settled.weight < 2 && hit.weight > settled.weight && hit.isProduct >= settled.isProduct)
    )
      settled = hit
  }
  return settled?.value ?? null
}

/** Whoever asks for a client says "they need". */
const client =
  /\b(?:(?:the|our|my|a) client|client of (?:ours|mine)|my (?:boss|employer))\b(?! (?:app|area|portal|login))/
/** Asked for a price, a thing is a wish when it is theirs. */
const own = /\b(?:my|our|mine|ours|mera|hamara|hamare|meri)\b/
const correction =
  /\b(?:actually|instead|scratch that|changed (?:my|our) mind|rather|sorry|correction|on second thought|not an? )\b/
const denied = /\b(?:don't|do not|dont|doesn't|didn't|not|no longer|never|isn't|without)\s+(?:really\s+)?$/
const reported =
  /\b(?:you|they|users?|customers?|clients of ours|people|students|patients|(?<!\b(?:client|customer|boss|friend|team)\b[^,.]{0,30})who|do you|does your|did you)\s+(?:also\s+|really\s+|can\s+|will\s+)?$/

function wishesIn(sentence: Sentence, isForClient: boolean): Hit[] {
  const text = sentence.low
  const taken: Array<Hit & { start: number; end: number }> = []
  let limits: Limits | undefined
  for (const cue of fittingCues(wishCues, text)) {
    for (const found of firstMatches(text, cue.before)) {
      limits ??= limitsIn(text)
      const start = skipWords(text, found.index + found[0].length)
      const head = text.slice(0, found.index)
      if (
        limits.includes(start) ||
        (cue.needsProduct && /\b(?:paid|spent|quoted|asked(?! me| us| to)|charged)\b/.test(head))
      )
        continue
      if (
        denied.test(head) ||
        (reported.test(head) &&
          !(isForClient && /\b(?:they|who)\s+$/.test(head)) &&
          !/^(?:can|could|would|will)\b/.test(found[0])) ||
        (/^to\b/.test(found[0]) && /\buse[sd]?\s+\S+\s+$/.test(head)) ||
        isGeneralQuestion(text, start)
      )
        continue
      if (
        taken.some(
          (other) => start < other.end && found.index + found[0].length > other.start - 60 && start >= other.start - 40,
        )
      )
        continue
      const end = endOf(text, start, limits, sentence.text)
      const value = sentence.raw.slice(start, end).replace(/[\s.,;:!?'"(-]+$/, '')
      if (cue.needsOwn && !own.test(value.toLowerCase())) continue
      if (
        !isThing(value.toLowerCase(), cue.keepsVerb, cue.isSure) ||
        (cue.needsProduct && (!hasProduct(value) || value.split(/\s+/).length < 2 || /^the \S+$/.test(value)))
      )
        continue
      taken.push({
        value,
        weight: weightOf(value),
        corrects: correction.test(head),
        isProduct: hasProduct(value.toLowerCase()) || cue.keepsVerb,
        start,
        end: start + value.length,
      })
    }
  }
  return taken
    .sort((one, other) => Number(hasProduct(other.value)) - Number(hasProduct(one.value)) || one.start - other.start)
    .slice(0, 1)
}

/** A sentence that says "need" a hundred times tells no more than one that says it a few times. */
function firstMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  return allMatches(text, pattern, 12)
}

/** "do you build apps?", "how much for a site?": asked of the studio, unless it is their own thing. */
function isGeneralQuestion(text: string, start: number): boolean {
  if (
    /\b(?:do|does|did|have|are) (?:you|u|your team)\b[^,.]*$/.test(text.slice(0, start)) &&
    !/\bneed|\bwant|\blooking/.test(text.slice(0, start))
  )
    return true
  if (/^\W*(?:so |and )?(?:do|would|should) (?:i|we) (?:really )?(?:need|want)\b/.test(text) && /\?/.test(text))
    return true
  const asked = /\b(?:can|could|would|will)\s+(?:you|u)\b[^,.]*$/.exec(text.slice(0, start))
  return (
    asked !== null &&
    /\?/.test(text) &&
    !/\b(?:my|our|this|me|us|for|with|that|which|it|an? \p{L}+ like)\b/u.test(text.slice(asked.index + 6))
  )
}

function skipWords(text: string, from: number): number {
  const lead =
    /^(?:(?:me|us|out|basically|really|actually|like|maybe|just|only|\d[).]|(?:an? |the |your )?(?:quote|estimate|price|pricing|proposal|quotation) (?:for|on)|some kind of|kind of|sort of|help (?:with|on|to)|to|sir|bhai|mere ko|mujhe|mujhko|hume|humko|hamko|hamare|also|now|both|probably|urgently|asap)\s+)*(?=\S)/.exec(
      text.slice(from, from + 60),
    )
  return from + (lead?.[0].length ?? 0)
}

const breaks =
  /\s*(?:\.(?!\p{Ll})|[!?;\n()\uFFFC]|\s-\s|:\s|\s\/\s|,?\s+\b(?:because|cause|coz|but(?! (?:for|only|with|without)\b)|so(?! that)|then|since|would (?:come|cost|set|be)|costs?|my (?:name|email|budget|mail|number|phone|company (?:is|name))|our (?:budget|timeline|deadline|company (?:is|name))|with (?:a |an )?(?:\p{L}+ )?budget|budget|bugdet|timeline|deadline|email|name is|please|pls|plz|thanks|thank you|kindly|regards|can (?:you|u|we|i)|could you|would you|will you|how much|how long|what|when (?:can|will)|where do|instead|rather than|ideally|hopefully|preferably|urgently|asap|as soon|right now|at the moment|immediately|is (?:it|that|this)|i am|i'm|im|i (?:can|have|want|need|think|don't|would|will|work|run|was)|we (?:can|have|want|need|are|do|don't|would|will|just|also|got)|we're|we've|i've|i'd|we'd|it (?:should|must|has|needs|will|is)|it's|let me know|if possible|if you|and (?:(?:my|our) (?:budget|timeline|deadline|name|e-?mail|company|number|phone|client)|i|we|it|the budget|budget|would like|want|wanted|need|needs|have|can|could|was|am|are|is|then|have it|had|get|looking|hoping|wondering|ready|how|what|they|he|she|you|please|launch (?:it|this))|there|ready|up and running|to be (?:ready|live|done|delivered|launched)|done (?:by|in|within|before)|built (?:by|in|within|before)|live (?:by|in|within|before)|delivered|shipped|finished|completed|launched (?:by|in|before)|made (?:by|in)|required|needed|for (?:around|about|under|roughly|less|max|approx)|under|around|about|within|not sure|any idea|do you|are you|is there|reach me|call me|contact|from scratch hai|chahiye|chaiye|hai|banana|banani|banwana|banwani|banwane|banane|bnana|bnwana|only(?! for))\b|\s\d\)|,\s*(?:and\s+)?(?!\p{L}+(?:\s\p{L}+){0,3}(?:,|\s+and\s|\.?\s*$)))/gu

/** Up to the next clause, time or sum. A list after "with" runs on over its commas. */
function endOf(whole: string, start: number, limit: Limits, cased: string): number {
  const text = whole.slice(0, start + longestThing + 100)
  let end = Math.min(text.length, ...limit.filter((at) => at > start + 2))
  breaks.lastIndex = start + 3
  for (let found = breaks.exec(text); found !== null && found.index < end; found = breaks.exec(text)) {
    if (isListComma(text, start, found, cased)) continue
    end = found.index
  }
  return start + text.slice(start, end).replace(dangling, '').length
}

const longestThing = 300
const dangling =
  /(?:[\s,]+(?:lol|haha|hehe|tho|though|then|too|tbh|for us|for me|for now|cost|costs|run|be|please|pls|plz|ok|ty|thx|btw|maybe|i guess|i think|basically|actually|really|etc|for|in|by|and|with|of|or|at|on|to|it|around|about|under|within|is|as|the|before|ready|live|done|built|launched|up|max|costing|that|budget|which|launching|ideally|urgently|sometime|somewhere|between|like|preferably|hopefully|approx|using|a|an|my|our|but|-)){1,6}\s*$/

/** Where times and sums begin: a thing ends before them. */
type Limits = readonly number[]

function limitsIn(text: string): Limits {
  const times = findTimePhrases(text).filter(
    (phrase) => !/^(?:for|flexible|any ?time|soon|immediate)/.test(text.slice(phrase.start, phrase.end)),
  )
  const sums = findAmounts(text).filter((amount) => amount.currency !== undefined || amount.hasUnit)
  return [...times, ...sums].map((found) => found.start)
}

function isListComma(text: string, start: number, found: RegExpExecArray, cased: string): boolean {
  if (!/^\s*,/.test(found[0])) return false
  if (/^,?\s*\p{Lu}\p{Ll}/u.test(cased.slice(found.index + found[0].indexOf(',')))) return false
  const isList = /\b(?:with|including|like|for|has|have|includes|between)\b/.test(text.slice(start, found.index))
  const next = /^,?\s*(?:and\s+)?([^,.;!?\n]{1,40})/.exec(text.slice(found.index + found[0].indexOf(',')))?.[1] ?? ''
  return (
    isList &&
    next.split(/\s+/).length <= 4 &&
    !/\b(?:i|we|i'm|we're|my|our|budget|timeline|is|are|need|want|you|it|\d+k?|asap|by|within|before|please|can|thanks|hi|ideally|email|name|looking|based|located|mumbai|india|usa)\b/.test(
      next,
    )
  )
}

const nothing =
  /^(?:an? |the |some |your |any |more |my |our |few |this |that |all |in |to |for |with |on |about )*(?:\p{L}+[ -]){0,2}(?:developers?|devs?|programmers?|coders?|agency|agencies|freelancers?|team|designers?|engineers?|expert|professional|partner|co-?founder|cto|help|assistance|support|advice|guidance|quotes?|quotation|estimate|proposal|price|prices|pricing|price list|cost|costs|rates?|call|meeting|consultation|chat|talk|info|information|details|answers?|discount|deal|demo|appointment|slot|time|money|job|work|idea|something|someone|somebody|anything|it|this|that|one|more|know|discuss|talk|speak|see|understand|ask|start|begin|hear|learn|check|confirm|book|schedule|connect|get started|hire|be|think|pay|proceed|you|u|references?|opinions?|feedback|thoughts|hand|minute|moment|word|look|portfolio|examples?|invoice|receipt|contract|nda|package|mvp package|mvp|services?|project|reply|response|person|human|options?|questions?|hearing|working together|working with you|work with you|buy|purchase|go|go ahead|move forward|know more|solution|business|company|startup|venture|living|fundrais\w+|funding|investors?|investment|users|customers|growth|clients|share|say|tell)(?:\s+(?:from you|for (?:it|this|that|my project|our project|me|us|my idea|my business)|about|on|with|please|asap|first|today|tomorrow|urgently|soon|the|your|how|if|whether|what|who|to|in|and|here)\b.*)?$/u
const determined =
  /^(?:an?|the|my|our|this|new|some|two|three|one|custom|simple|basic|full|complete|small|another|modern)\b/

function isThing(value: string, keepsVerb: boolean, isSure: boolean): boolean {
  const words = value.split(/\s+/)
  if (value.length < 3 || value.length > 300 || words.length > 45 || nothing.test(value)) return false
  if (
    /^(?:to|know|see|talk|spend|invest|i|we|you|if|how|what|is|are|be|do|at|that|in|from|of|it|on|by|as|so|not|[$₹€£]\S*|because|when|discuss|hire|your|more|\d+k?\b|them|him|her|us|me|each|with|people|customers|users|visitors|patients|parents|guests|everyone|everybody)\b/.test(
      value,
    ) &&
    !keepsVerb
  )
    return false
  if (
    /^(?:the|an?|your)\s+(?:\S+\s+)?(?:thing|stuff|\$|package|plan|tier|startup mvp|scale-ready|enterprise launch|offer|discount|price|quote)(?![a-z])(?! form| page| tool| calculator| system)/.test(
      value,
    )
  )
    return false
  if (isPersonAlone(words) && !keepsVerb) return false
  if (keepsVerb)
    return (
      words.length >= 2 &&
      (hasProduct(value) ||
        /^\S+(?: up)? (?:an?|the|our|my|this|all|new|some|it from|your|in|payments?|from|to|off)\b/.test(value)) &&
      !/^\S+ (?:(?:it|this|that)(?! (?:with|into|to) )|the (?:price|budget|subject|topic|deadline|call|name|email)|my (?:name|email|mind|budget)|a (?:call|question|note)|me|us|you|on|forward|ahead)\b/.test(
        value,
      )
    )
  if (/^this\b/.test(value)) return false
  if (hasProduct(value)) return words.length > 1 || aloneEnough.test(value)
  return isSure ? determined.test(value) || words.length >= 2 : determined.test(value) && words.length >= 2
}

function hasProduct(value: string): boolean {
  return value.split(/\s+/).some((word) => isProduct(word))
}

function isProduct(word: string): boolean {
  return isIn(productWords, word) || isIn(toolWords, word)
}

function isIn(list: ReadonlySet<string>, word: string): boolean {
  const plain = word.replace(/[^\p{L}./-]/gu, '').replace(/\.$/, '')
  return list.has(plain) || plain.split(/[/-]/).some((part) => list.has(part))
}

/** "an app developer", "a React Native developer": a person, whatever they build. */
function isPersonAlone(words: readonly string[]): boolean {
  const at = words.findIndex(
    (word, at) =>
      /^(?:developers?|devs?|agency|designers?|freelancers?|engineers?|experts?|team|coders?|programmers?|partner|studio|company|guys?|person)[,.]?$/.test(
        word,
      ) &&
      /^(?:$|to|who|for|that|with|which|in|on|and|or|from|asap|please|pls|as|by|at|of|\()/.test(words[at + 1] ?? ''),
  )
  return at >= 0 && at <= 4 && !words.slice(0, at).some((word) => /^(?:for|with|that|to)$/.test(word))
}

/** "a website" tells little, "a website for my gym" enough. */
function weightOf(value: string): number {
  return value
    .split(/\s+/)
    .filter(
      (word) =>
        !/^(?:an?|the|my|our|new|some|simple|website|site|app|application|mvp|platform|software|web|mobile|page|it|product)$/i.test(
          word,
        ),
    ).length
}

/** A reply or a segment of a list that names a thing: "CRM for real estate agents". */
function bareThings(message: Message): Hit[] {
  for (const sentence of message.sentences) {
    if (/\?/.test(sentence.low) || !/\p{L}/u.test(sentence.low)) continue
    if (
      !sentence.low.split(/[^\p{L}.-]+/u).some((word) => isIn(productWords, word)) &&
      !/\bsomething\b/.test(sentence.low)
    )
      continue
    const limits = limitsIn(sentence.low)
    let at = 0
    for (const segment of sentence.low.split(/(?<=[,;\n|]\s)|(?<=\s-\s)/).slice(0, 20)) {
      const start =
        at +
        (/^\s*(?:(?:ok|okay|so|yes|sure|hi|hello|hey|well|it's|its|it is|basically|just|maybe|actually|for|mainly|mostly|sir|bhai|mere ko|mujhe|mujhko|humko|hamko|hume|probably|sorry|that's|also)\b[\s,:]*)*/.exec(
          segment,
        )?.[0].length ?? 0)
      at += segment.length
      const end = endOf(sentence.low, start, limits, sentence.text)
      const value = sentence.raw.slice(start, end).replace(/[\s.,;:!?'"-]+$/, '')
      const words = value.toLowerCase().split(/\s+/)
      if (words.length > 16 || !isBareThing(value.toLowerCase(), words)) continue
      return [
        { value, weight: weightOf(value), corrects: correction.test(sentence.low.slice(0, start)), isProduct: true },
      ]
    }
  }
  return []
}

const aloneEnough =
  /^(?:websites?|apps?|ecommerce|e-commerce|marketplace|crm|erp|dashboard|portal|chatbot|webapp|saas|website|webshop|blog|platform|lms)$/

function isBareThing(value: string, words: readonly string[]): boolean {
  if (/\b(?:costs?|current|currently)\b/.test(value)) return false
  if (
    /\b(?:i|i'm|im|we|we're|you|your|is|are|was|were|does|did|don't|looks|said|he|she|they|name|company|called|manager|founder|owner|director|engineer|use|uses|using|have|has|had|my name|thanks|offers?|package|works?|working|found|saw)\b/.test(
      value,
    )
  )
    return false
  if (/^booking (?:an?|the|this|it|for|on)\b/.test(value)) return false
  if (/^something (?:like|similar)\b/.test(value) && words.length > 3) return true
  if (!words.some((word) => isIn(productWords, word)) || isPersonAlone(words) || nothing.test(value)) return false
  const first = (words[0] ?? '').toLowerCase()
  if (words.length === 1) return aloneEnough.test(first)
  return (
    !/^(?:what'?s?|how'?s?|why|when|where|which|who|is|are|do|does|did|can|could|will|would|should|any|if|same|other|both|all|not|total|budget|price|pricing|cost|previously|formerly|\d.*|[$₹€£].*|my|our|the|your|their|this|that|from|on|via|in|at|great|nice|good|no|about|and|or|with|by|to)$/.test(
      first,
    ) || new RegExp(`^(?:${change})$`).test(first)
  )
}
