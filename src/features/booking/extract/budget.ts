import { allMatches } from './all-matches.ts'
import { type Amount, currencyOf, findAmounts } from './amounts.ts'
import type { Message } from './message.ts'

type Hit = { amount: Amount; rank: number; message: number }

/** What the visitor would pay in all, as `5000 USD`, `5000-9000 USD`, or `5000` where no currency was named. */
export function findBudget(messages: readonly Message[]): string | null {
  const hits: Hit[] = []
  messages.forEach((message, at) => {
    const whole = withUnitBefore(messages[at - 1], message)
    if (whole !== undefined) hits.push({ amount: whole, rank: rank.called, message: at })
    for (const amount of findAmounts(message.low).slice(0, mostSums)) {
      const meant = inheritUnit(amount, hits.at(-1)?.amount, message.low)
      const sure = rankOf(message.low, meant)
      if (sure !== undefined) hits.push({ amount: meant, rank: sure, message: at })
    }
  })
  const last = hits.at(-1)
  if (last === undefined) return null
  const together = hits.filter((hit) => hit.message === last.message)
  const best = Math.max(...together.map((hit) => hit.rank))
  const chosen = together.findLast((hit) => hit.rank === best) ?? last
  const currency =
    namedAfter(messages.slice(chosen.message + 1)) ??
    chosen.amount.currency ??
    hits.findLast((hit) => hit.amount.currency !== undefined)?.amount.currency
  return format({ ...chosen.amount, currency })
}

const rank = { restated: 4, called: 3, own: 2, likely: 1 } as const

const onlyUnit =
  /^\W*(?:(?:in|i mean|sorry|that's|thats|its|it's|obviously|of course)\W+)*(thousands?|k|grand|lakhs?|lacs?|crores?|cr)\b(?! ?\p{L}{3,} \p{L}{3,} \p{L})/u

/** "like 5" and then "thousand i mean". */
function withUnitBefore(before: Message | undefined, message: Message): Amount | undefined {
  const unit = onlyUnit.exec(message.low)?.[1]
  if (unit === undefined || before === undefined || /\d/.test(message.low)) return undefined
  const bare = findAmounts(before.low).at(-1)
  if (bare === undefined || bare.hasUnit || bare.high >= 1000) return undefined
  return findAmounts(`${before.low.slice(bare.start, bare.end)} ${unit}`)[0]
}

const onlyCurrency =
  /\b(?:in|it's|its|that's|thats|mean|meant|was|is) (?:in )?(usd|us dollars|dollars|cad|aud|inr|rupees|eur|euros?|gbp|pounds|aed|dirhams|sgd|chf)\b/

const bareCurrency =
  /^\W*(?:in )?(usd|us dollars|dollars|cad|aud|inr|rupees|rs|eur|euros?|gbp|pounds|aed|dirhams|sgd|chf)\W*$/

/** "oh and it's in CAD", said after the sum. */
function namedAfter(messages: readonly Message[]): string | undefined {
  const code = messages
    .map(({ low }) =>
      low.length < 60 && !/\d/.test(low) ? (onlyCurrency.exec(low)?.[1] ?? bareCurrency.exec(low)?.[1]) : undefined,
    )
    .findLast(Boolean)
  return code === undefined ? undefined : currencyOf(code)
}

function format({ low, high, currency }: Amount): string {
  const number = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(2))
  const sum = low === high ? number(low) : `${number(low)}-${number(high)}`
  return currency === undefined ? sum : `${sum} ${currency}`
}

/** "make it 6" after "5 lakhs" is 6 lakhs. */
function inheritUnit(amount: Amount, before: Amount | undefined, text: string): Amount {
  if (before === undefined || amount.hasUnit || amount.currency !== undefined || amount.high >= 100) return amount
  if (!before.hasUnit || !/\b(?:make it|actually|sorry|instead|not|rather)\b/.test(text)) return amount
  const scale = [10_000_000, 100_000, 1_000].find((unit) => before.high >= unit) ?? 1
  return { ...amount, low: amount.low * scale, high: amount.high * scale, hasUnit: true }
}

/** Who names more sums in one message sends a price list. */
const mostSums = 30

/** How far around a sum its meaning is looked for, in UTF-16 units. */
const reach = 200

const boundary =
  /[;!?\n]|\.(?!\d)|,(?!\d)|\b(?:but|though|although|whereas|while|however|if|includ(?:es?|ing)|incl|excluding|excl|except|plus|apart from|besides|without|not counting)\b/g

/** The part of the sentence that says what an amount is. */
function clauseOf(text: string, amount: Amount): { before: string; after: string; sentence: string } {
  const from = Math.max(0, amount.start - reach)
  const window = text.slice(from, amount.end + reach)
  let start = from
  let end = from + window.length
  for (const { index: at, 0: mark } of allMatches(window, boundary)) {
    const index = from + at
    if (index + mark.length <= amount.start && mark !== 'if') start = index + mark.length
    if (index >= amount.end) {
      end = mark === '?' ? index + 1 : index
      break
    }
  }
  return {
    before: text.slice(start, amount.start),
    after: text.slice(amount.end, end),
    sentence: sentenceAt(text, amount),
  }
}

function sentenceAt(text: string, amount: Amount): string {
  const head =
    text
      .slice(Math.max(0, amount.start - reach), amount.start)
      .split(/[.!?](?=\s)|\n/)
      .at(-1) ?? ''
  const tail = /^(?:[^.!?\n]|[.](?=\S))*[.!?]?/.exec(text.slice(amount.end, amount.end + reach))?.[0] ?? ''
  return head + text.slice(amount.start, amount.end) + tail
}

const rateAfter =
  /^\s*(?:usd|inr|eur|gbp|dollars?)?\s*(?:\/(?!-)\s*\p{L}|per\b(?! (?:project|app|site|website)\b)|down\b(?! to)|an?\s+(?:hour|month|day|week|year|mo|user|seat|piece|night|person|pop|head|click|lead|sq)|p\.?\s?m\b\.?|p\.?\s?a\b\.?|p\.?h\b|monthly|hourly|weekly|yearly|annually|annual|every\s+(?:month|week|year|day)|each\b|mrr|arr|lpa|ctc|salary|in (?:revenue|sales|funding|mrr|arr|turnover)|revenue|turnover|(?:seed|pre-?seed|angel|series)\b|(?:of |worth of )?(?:funding|investment round|valuation)|ticket)/u
const otherMoney =
  /\b(?:rais(?:ed|ing)|revenue|mrr|arr|gmv|turnover|turn over|funding|fundraise|funded|valuation|valued|sales|profit|profits|grossing|earn(?:s|ed|ing)?|(?:we|i|it|they|company|business) makes?|(?:customers?|users?|clients?|people|members?|students?|guests?) (?:[a-z]+ ){0,2}(?:spend|pay|buy)|salary|hourly|per hour|monthly|retainer|subscriptions?|hosting|server costs?|aws|running costs?|rent|running cost|maintenance|seed round|series a|grant(?:ed)?|won|prize|debt|loan|burn|bank(?:ed)? |gross|charge|charges|charged|charging|(?:sell|sells|selling|sold)\b.{0,30}\b(?:for|at)|priced|ticket|fee of|invoice[sd]?|worth|market size|users? pay|customers? pay|clients? pay|per (?:user|seat|month|year|transaction)|commission|cac|ltv|aov|order value|average order|loses?|losing|saves?|saving|(?<!(?:could|can|would|to|will|'d|'ll|might|may) )pa(?:y|ys|ying) (?:currently|now|about|around|\D{0,6}(?:a|per) month))\b/
const otherPeople =
  /\b(?:quoted?|quotes|quoting|quotation|competitors?|another|other (?:agency|studio|dev|developer|company|guys?|quote|agencies|people|team)|agency|freelancer|someone|somebody|friend|cousin|brother|neighbou?r|fiverr|upwork|they|he|she|last (?:dev|agency|developer|site|website|project)|previous(?:ly)?|old (?:site|agency|dev)|already|spent|spend last|paid|asked|wanted|demanded|cost us|costed|wasted|burned|lost|we pay|i pay|currently pay|paying|used to|guy|people)\b/
const ownMoney =
  /\b(?:allot(?:ted)?|budget(?:s|ed)?|bugdet|buget|budgt|bajet|spend|spare|invest|afford|allocated?|allocation|set aside|put aside|earmarked|approved|limit|ceiling|cap(?:ped)?|my price|our price|price range|target price|(?:can|could) (?:now |only |probably |maybe |also |definitely |easily |just )?(?:do|pay|go|put|stretch|spend|offer|manage)|ho jayega|hoga|chalega|willing to|ready to (?:pay|spend|invest)|able to (?:pay|spend)|happy to pay|would pay|(?:we|i)(?:'ve|'d (?:put|pay|spend|go|say|do)| would (?:put|pay|spend)| only have| just have| have| do have| don't have more than)|got|max(?:imum)?|up ?to|upto|at most|no more than|not more than|under|below|less than|within|around|about|approx(?:imately)?|roughly|somewhere|between|at least|minimum|min|do it for|for under|work with|thinking|looking at|total|in total|all in|all-in|make it|comfortable|put in|put into|kitty|ballpark|region of|range|bracket|maybe|perhaps|probably|closer to|nearer|left|remaining|remains|more like)\b|(?:^|,)\s*(?:like|say)\s*$/
const budgetWord =
  /\b(?:budget(?:s|ed)?|bugdet|buget|budgt|spend|set aside|invest|allocated|in total|total|all in|all-in|limit|ceiling|max(?:imum)?)\b/
const studioPrice =
  /\b(?:packages?|plans?|tiers?|starts? (?:at|from)|starting (?:at|from|price)|your (?:\p{L}+ )?(?:price|rate|fee|quote|offer|site|website|mvp|package)|you (?:charge|say|quote|ask|want|said|mention(?:ed)?|list|told|offer)|negotiable|on (?:your|the|ur) (?:\p{L}+ )?(?:site|website|page)|does (?:it|that|the|an?|this|your)|is (?:it|that|this|the)|(?:so|then|it's|its|that's|it is|that is)\s*$|final|includ(?:ed?|es|ing)|advertised|listed|why|mvp|price of|(?:the|your) (?:price|cost|fee|quote) (?:is|was|will be|of)|confirm|(?:what|which) does|what do i get|what's in|what is in|difference between|shown|site says|page says|website says|really|how come)\b/u
const takenUp =
  /\b(?:i'?ll (?:take|go|have|get|book|buy|do)|we'?ll (?:take|go|have|get|book|buy|do)|i will take|we will take|take the|go (?:with|for|ahead)|going (?:with|for|ahead)|want the|want your|want to (?:book|buy|take|go)|like the|like to (?:book|buy|take|go|get|order)|choos(?:e|ing)|pick|opt(?:ing)?|sign (?:me|us) up|book the|book your|buy|purchase|get the|let'?s (?:do|go|take|start)|lets (?:do|go|take|start)|we'?d take|i'?d take|i'?d go|we'?d go|i'?d like|we'?d like|prefer|works for (?:me|us)|is fine|is ok(?:ay)?|sounds (?:good|fine|right)|deal|order|suits|fits|decided|settled|count me in|it is\b|(?:i'?m|we'?re) in\b|interested in|need the)\b/
const offer =
  /\b(?:(?:can|could|may) (?:i|we)\b.*\b(?:get|have|do|buy|order)|how(?:'s|s| does| is)\b.*\bsound|(?:can|could|would|will) (?:you|u|it be done|it be|this be done|we)\b.*\b(?:do|build|make|deliver|start|work|manage|accept|take|match|for|within|under|get)|is (?:it )?(?:possible|doable|feasible|realistic|enough|ok)|enough|doable|possible|feasible|realistic|sufficient|what (?:can|could|would) (?:i|we|you)\b.*\b(?:get|do|build|buy)|how about|what about|how far|would .{0,20}(?:be enough|work|do it)|(?:does|will|would) .{0,20}\b(?:suffice|cover))\b/
const othersSpend =
  /\b(?:customers?|users?|members?|students?|guests?|people)\b[^.!?;]{0,20}\b(?:spend|pay|buy|order)\b[^.!?;]{0,15}$/
const othersSum =
  /\b(?:it|this|that|which) cost\b[^.!?;]{0,30}$|\b(?:agency|dev|developer|freelancer|guys?|firm|they|he|she|vendor|studio|someone|team)\b[^.!?;]{0,20}\b(?:burned|burnt|charged|quoted|asked|wanted|took|cost|billed|spent|offered)\b[^.!?;]{0,20}$/
const refusedBefore =
  /(?:\bnot|\bisn't|\bwasn't|\baren't|\bno longer|\binstead of|\brather than|\bdon't have|\bdo not have|\bdont have|\bnever|\bain't|\bforget)\s+(?:the\s+|a\s+)?(?:full\s+|whole\s+)?$/
const cannot = /\b(?:can't|cannot|cant|can not|couldn't|won't|wouldn't|unable to|don't want to|not going to|no way)\b/
const aboveAll =
  /\b(?:above|over|beyond|exceed(?:ing)?|more than|past|higher than|cross|north of)\s+(?:the\s+|about\s+)?$/
const tooMuch =
  /\b(?:too (?:much|high|expensive|steep|pricey)|expensive|steep|out of (?:my|our)|more than (?:i|we) (?:have|can)|way over|is a lot|overpriced)\b/
const contrast = /\b(?:too (?:much|high|steep|expensive))\b/

const share =
  /^\s*(?:of (?:that|it|this|which)\s+)?(?:is |are |goes |would be )?(?:only )?(?:set aside |allocated |reserved )?for (?:this|the (?:[a-z]+ )?(?:website|app|build|project|site|mvp|development|platform|portal|shop|store))\b/
/** Of a client for whom the visitor asks. */
const theyPay =
  /\b(?:they|clients?|he|she)(?:'ll|'ve| will| can| could| would| have| has| want to| are willing to)\b[^.!?]{0,30}$/
/** "our grant allows up to", "funding:". */
const given =
  /\b(?:grants?|funds?|donors?|council|board|county|committee|trustees|pta)\s+(?:will |has |have )?(?:allows?|covers?|gives?|provides?|voted|approved|granted|allocated)\b[^.!?;]{0,30}$|^\s*(?:funding|funds)\s*:\s*$/
const setAside =
  /\b(?:set(?:ting)? aside|put(?:ting)? aside|earmarked?|allocat(?:ed|ing)|allot(?:ted|ting)?|reserved?|ring-?fenced|budgeted|assigned|dedicated|kept)\b[^.!?;]{0,30}$/
const ofThat =
  /^\s*(?:of|from|out of) (?:it|that|this|which|the (?:grant|fund(?:s|ing)?|round|loan|money|prize)|our (?:grant|funding|round))\b/
const restated = /\b(?:actually|no wait|make (?:it|that)|rather|sorry|closer to|i mean|correction)\b[^,]*$/

/** How sure it is that a sum is the budget: corrected, called so, their own money, or only likely; undefined for no budget at all. */
function rankOf(text: string, amount: Amount): number | undefined {
  const { before, after, sentence } = clauseOf(text, amount)
  const clause = `${before} ${after}`
  const isSetAside =
    given.test(before) ||
    setAside.test(before) ||
    (/\b(?:grant|fund\w*|budget)\b/.test(before) && share.test(after)) ||
    ofThat.test(after)
  const isOwn = isSetAside || ownMoney.test(clause)
  if (/\byou\s*:\s*$/.test(before) || (/^\s*which (?:is|was|means)\b/.test(before) && otherMoney.test(sentence)))
    return undefined
  if (rateAfter.test(after) || refusedBefore.test(before)) return undefined
  if (amount.high < 500 && /\b(?:per hour|hourly|an hour)\b/.test(text.slice(0, amount.start))) return undefined
  if (/\b(?:hourly|monthly|per month|per hour|annual|yearly)\s+(?:\p{L}+\s+){0,3}$/u.test(before)) return undefined
  if (othersSum.test(before) || othersSpend.test(before)) return undefined
  const isCalled = budgetWord.test(clause)
  if (cannot.test(before) && !aboveAll.test(before)) return undefined
  if (/\b(?:used to be|was|were|originally|initially|previously|earlier)\s+(?:about |around |only |at )?$/.test(before))
    return undefined
  if (tooMuch.test(after) || (!isOwn && tooMuch.test(sentence)) || contrast.test(before)) return undefined
  if (
    !isSetAside &&
    otherMoney.test(clause) &&
    !(isCalled && !otherMoney.test(before.slice(before.search(budgetWord))))
  )
    return undefined
  if (
    otherPeople.test(before) &&
    !/\b(?:budget|we (?:can|could|have|would)|i (?:can|could|have|would)|instead|comfortable|approved|agreed|sanctioned|indicated|now (?:it's|we have|i have|at))\b/.test(
      before,
    ) &&
    !(/\bclients?\b/.test(text) && theyPay.test(before))
  )
    return undefined
  if (
    /^\s*(?:,?\s*(?:was|from)\s+(?:another|other|the|an?|our|my)\b|by (?:another|other|(?:our|my) (?:last|old|previous|friend))\b|\s*(?:quote|quotation|already)\b)/.test(
      after,
    )
  )
    return undefined
  if (/\brais(?:e|ing)\b/.test(before) && !/\bbudget\b/.test(before)) return undefined
  if (amount.high === 0 && amount.currency === undefined && !/\bbudget\b/.test(clause)) return undefined
  if (isStudioPrice(clause, sentence, isOwn)) return undefined
  return isMoney(text, amount, { clause, after, sentence }, isOwn)
    ? restated.test(before) || share.test(after) || /\bof which\b[^,]*$/.test(before)
      ? rank.restated
      : isCalled
        ? rank.called
        : isOwn
          ? rank.own
          : rank.likely
    : undefined
}

function isStudioPrice(clause: string, sentence: string, isOwn: boolean): boolean {
  if (takenUp.test(sentence) && !/\bwhat|\bwhy|\bwhich|\bdoes\b/.test(sentence)) return false
  if (/\b(?:packages?|plans?|tiers?)\b/.test(clause)) return true
  if (offer.test(sentence) || /\b(?:budget|my price|our price|we have|i have|afford|spend)\b/.test(sentence))
    return false
  if (/^\s*(?:so |and |but )?is [^?]{2,12} (?:the|your) (?:\w+ )?(?:total|final|full|price|cost|fee)\b/.test(sentence))
    return true
  if (
    /^\s*(?:so |and |but )?(?:does|do|is|are|why|will)\b.*\b(?:includ|come with|contain|negotiable|fixed|final|firm)/.test(
      sentence,
    )
  )
    return true
  if (/\?/.test(sentence) && /\b(?:cost|price|charge|fee)\b/.test(clause) && !/\b(?:keep|under|below)\b/.test(clause))
    return true
  return studioPrice.test(clause) && !(isOwn && !/\?|\byour?\b/.test(sentence))
}

const countedThing =
  /^\+?\s*-?\s*(?!towards?\b|into\b|package\b|plan\b|me\b|mein\b|tak\b|ho\b|ke\b|ka\b|to\b|for\b|or\b|and\b|in\b|is\b|max\b|as\b|with\b|but\b|at\b|on\b|total\b|budget\b|only\b|if\b|now\b|right\b|all\b|maybe\b|usd\b|from\b|by\b|ish\b|tops\b|approx\b|range\b|would\b|should\b|can\b|could\b|works?\b|per\b|of\b|i\b|we\b|my\b|our\b|the\b|this\b|that\b|not\b|so\b|left\b|remaining\b|remains\b|sounds\b|ok\b|okay\b|enough\b|please\b|pls\b|plus\b|minimum\b|maximum\b|excluding\b|including\b|upfront\b|first\b|initially\b|depending\b|ready\b|available\b|set\b|bucks\b|hai\b|tak\b|inclusive\b|before\b|until\b|saved\b|aside\b|something\b|most\b|around\b|about\b|will\b|may\b|how\b|what\b|no\b|then\b|it\b|allocated\b|sounds\b|work\b|gst\b|\+|need\b|name\b|email\b|asap\b|timeline\b|it's\b|i'm\b|one\b|one-time\b|flat\b|fixed\b|ballpark\b|instead\b|here\b|give\b|when\b|once\b|just\b|because\b|thats\b|that's\b|and\b|rough|company\b|deadline\b)[\p{L}%°]/u
const bareSum =
  /^\s*(?:[$₹]+\s*:\s*)?(?:(?:prob|probs|idk|honestly|guess|roughly|have|got|ideally|ok so|lets|let us|final|cost|hi|hello|then|we're at|limit|my|mera|hamara|budget hai|is|yes|ok|sure|hmm|well|so|maybe|like|say|\$\$|price|cost|amount|money|probably|i think|i guess|budget|around|about|approx(?:imately)?|roughly|max(?:imum)?|upto|up to|under|at least|minimum|min|i'd say|let's say|lets say|somewhere|between|actually|sorry|make it|not|it's|its|my|our|is|of|the|thinking|can do|we have|i have|in the|range|ballpark|total|no more than|less than|below|from|can be|would be|is|it)\b[\s,:~-]*)*[~<]?$/

/** A sum with a currency is money; "5k" where money is talked of or alone; a bare number only as a budget or a reply. */
function isMoney(
  text: string,
  amount: Amount,
  { clause, after, sentence }: { clause: string; after: string; sentence: string },
  isOwn: boolean,
): boolean {
  const isReply = isReplyWith(text, amount)
  if (amount.currency !== undefined) return amount.hasUnit || amount.high >= 50 || isOwn || isReply
  if (
    (countedThing.test(after) && !/grand$/.test(text.slice(amount.start, amount.end))) ||
    /^\s*(?:%|:|\/\d|-(?!ish)\p{L}|st\b|nd\b|rd\b|th\b|am\b|pm\b|x\b)/u.test(after)
  )
    return false
  const isBudget =
    (takenUp.test(text) && /^\s*(?:package|plan|one)\b/.test(after)) ||
    /\b(?:budget|bugdet|buget|budgt|spend|invest|afford|pay|allocated|set aside|(?:do|make|build|finish|complete|fix) (?:it|this|that|everything|the \S+) (?:in|for|within|under)|limit|go with|go for|(?:can|could) (?:\w+ )?(?:do|pay|offer|manage|go)|settle (?:on|for)|consider|accept|thinking|exceed|approved for|left|remaining|got|have|sound|more like|make it|stick (?:to|with)|keep it (?:at|under|below))\b/.test(
      clause,
    )
  if (amount.hasUnit) return isBudget || isOwn || isReply || offer.test(sentence) || isListed(text, amount)
  if (isYear(amount) && !isBudget) return false
  return (isBudget && !isNumberOfOther(clause, amount)) || (isReply && amount.high >= 100 && amount.high < 10_000_000)
}

function isYear(amount: Amount): boolean {
  return amount.low >= 1990 && amount.low <= 2040 && amount.low === amount.high
}

function isNumberOfOther(clause: string, amount: Amount): boolean {
  return amount.high < 50 && !/\bbudget\b/.test(clause)
}

function isReplyWith(text: string, amount: Amount): boolean {
  const head =
    text
      .slice(Math.max(0, amount.start - reach), amount.start)
      .split(/[.!?\n]\s|\n/)
      .at(-1) ?? ''
  const tail = text.slice(amount.end, amount.end + reach).split(/(?<=[.!?])\s/)[0] ?? ''
  return (
    bareSum.test(head) &&
    /^\s*(?:\+|-?ish|max|or so|tops|approx|total|only|range|minimum|is fine|is (?:my|our) (?:max|limit|budget)|ok|all in|maybe|i think|is what|would be|for (?:this|it|the|now|everything)|in total|one[- ]?time|flat|fixed|hai|lol|tak|final|please|pls|at most|not \S+)?(?<!\w(?=\w))[\s.,!?]*(?:$|\n)/.test(
      tail,
    )
  )
}

/** A segment of a list of answers: "booking app, 5k, 6 weeks". */
function isListed(text: string, amount: Amount): boolean {
  const head =
    text
      .slice(Math.max(0, amount.start - reach), amount.start)
      .split(/[.!?,;\n|]\s*|\s-\s/)
      .at(-1) ?? ''
  const tail = text.slice(amount.end, amount.end + reach).split(/[.!?,;\n|]|\s-\s/)[0] ?? ''
  return head.trim() === '' && tail.trim() === ''
}
