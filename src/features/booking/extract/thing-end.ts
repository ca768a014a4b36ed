import { findAmounts } from './amounts.ts'
import { findTimePhrases } from './time-phrases.ts'

export function skipWords(text: string, from: number): number {
  const lead =
    /^(?:(?:me|us|out|basically|really|actually|like|maybe|just|only|\d[).]|(?:an? |the |your )?(?:quote|estimate|price|pricing|proposal|quotation) (?:for|on)|some kind of|kind of|sort of|help (?:with|on|to)|to|sir|bhai|mere ko|mujhe|mujhko|hume|humko|hamko|hamare|also|now|both|probably|urgently|asap)\s+)*(?=\S)/.exec(
      text.slice(from, from + 60),
    )
  return from + (lead?.[0].length ?? 0)
}

const breaks =
  /\s*(?:\.(?!\p{Ll})|[!?;\n()|\uFFFC]|\s-\s|:\s|\s\/\s|,?\s+\b(?:because|cause|coz|but(?! (?:for|only|with|without)\b)|so(?! that)|then|since|would (?:come|cost|set|be)|costs?|my (?:name|email|budget|mail|number|phone|company (?:is|name))|our (?:budget|timeline|deadline|company (?:is|name))|with (?:a |an )?(?:\p{L}+ )?budget|budget|bugdet|timeline|deadline|email|name is|please|pls|plz|thanks|thank you|kindly|regards|can (?:you|u|we|i)|could you|would you|will you|how much|how long|what|when (?:can|will)|where do|instead|rather than|ideally|hopefully|preferably|urgently|asap|as soon|right now|at the moment|immediately|is (?:it|that|this)|i am|i'm|im|i (?:can|have|want|need|think|don't|would|will|work|run|was)|we (?:can|have|want|need|are|do|don't|would|will|just|also|got)|we're|we've|i've|i'd|we'd|it (?:should|must|has|needs|will|is)|it's|let me know|if possible|if you|and (?:(?:my|our) (?:budget|timeline|deadline|name|e-?mail|company|number|phone|client)|i|we|it|the budget|budget|would like|want|wanted|need|needs|have|can|could|was|am|are|is|then|have it|had|get|looking|hoping|wondering|ready|how|what|they|he|she|you|please|launch (?:it|this))|there|ready|up and running|to be (?:ready|live|done|delivered|launched)|done (?:by|in|within|before)|built (?:by|in|within|before)|live (?:by|in|within|before)|delivered|shipped|finished|completed|launched (?:by|in|before)|made (?:by|in)|required|needed|for (?:around|about|under|roughly|less|max|approx)|under|around|about|within|not sure|any idea|do you|are you|is there|reach me|call me|contact|from scratch hai|chahiye|chaiye|hai|banana|banani|banwana|banwani|banwane|banane|bnana|bnwana|only(?! for))\b|\s\d\)|,\s*(?:and\s+)?(?!\p{L}+(?:\s\p{L}+){0,3}(?:,|\s+and\s|\.?\s*$)))/gu

/** Up to the next clause, time or sum. A list after "with" runs on over its commas. */
export function endOf(whole: string, start: number, limit: Limits, cased: string): number {
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
export type Limits = readonly number[]

export function limitsIn(text: string): Limits {
  const times = findTimePhrases(text).filter(
    (phrase) => !/^(?:for|flexible|any ?time|soon|immediate)/.test(text.slice(phrase.start, phrase.end)),
  )
  const sums = findAmounts(text).filter((amount) => amount.currency !== undefined || amount.hasUnit)
  return [...times, ...sums].map((found) => found.start)
}

function isListComma(text: string, start: number, found: RegExpExecArray, cased: string): boolean {
  if (!/^\s*,/.test(found[0])) return false
  if (/^,?\s*\p{Lu}\p{Ll}/u.test(cased.slice(found.index + found[0].indexOf(',')))) return false
  const isList =
    /\b[\p{L} ]{4,20}:\s*$/u.test(text.slice(Math.max(0, start - 24), start)) ||
    /\b(?:with|including|like|for|has|have|includes|between)\b/.test(text.slice(start, found.index))
  const next = /^,?\s*(?:and\s+)?([^,.;!?\n]{1,40})/.exec(text.slice(found.index + found[0].indexOf(',')))?.[1] ?? ''
  return (
    isList &&
    next.split(/\s+/).length <= 4 &&
    !/\b(?:i|we|i'm|we're|my|our|budget|timeline|deadline|company|when|who|is|are|need|want|you|it|\d+k?|asap|by|within|before|please|can|thanks|hi|ideally|email|name|looking|based|located|mumbai|india|usa)\b/.test(
      next,
    )
  )
}
