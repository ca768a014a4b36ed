import { type Amount, currencyOf, findAmounts } from './amounts.ts'
import type { ParsedMessage } from './message.ts'
import { wordSet } from './words.ts'

const maxAmount = 1e11
const maxAmountsPerMessage = 30
const contextCharacters = 200

/** What the visitor would pay in total, as `5000 USD`, `5000-9000 USD`, or `5000` without a currency. */
export function findBudget(messages: readonly ParsedMessage[]): string | null {
  const candidates: { amount: Amount; isSure: boolean; message: number }[] = []
  messages.forEach((message, index) => {
    const split = amountAcross(messages[index - 1], message)
    if (split !== undefined) candidates.push({ amount: split, isSure: true, message: index })
    for (const amount of findAmounts(message.lower).slice(0, maxAmountsPerMessage)) {
      const context = contextOf(message.lower, amount)
      const isSetAside = setAside.test(context.before)
      if (amount.max > maxAmount || isOtherMoney(context, isSetAside) || isStudioPrice(context)) continue
      if (!isSetAside && !isMoney(message.lower, amount, context)) continue
      candidates.push({ amount, isSure: isSetAside || budgetWord.test(context.clause), message: index })
    }
  })
  const inLastMessage = candidates.filter((candidate) => candidate.message === candidates.at(-1)?.message)
  const selected = inLastMessage.findLast(({ isSure }) => isSure) ?? inLastMessage.at(-1)
  if (selected === undefined) return null
  const currency =
    currencyNamedLater(messages.slice(selected.message)) ??
    selected.amount.currency ??
    candidates.findLast((candidate) => candidate.amount.currency !== undefined)?.amount.currency
  return formatAmount({ ...selected.amount, currency })
}

/** "like 5", and "thousand i mean" in the next message. */
function amountAcross(previous: ParsedMessage | undefined, message: ParsedMessage): Amount | undefined {
  const number = /(?<!\d)\d{1,3}(?=\W{0,2}$)/.exec(previous?.lower.slice(-6) ?? '')?.[0]
  const unit = /^\W{0,3}(?:thousand|k|grand|lakhs?|lacs?|crores?)\b.{0,20}/.exec(message.lower)?.[0]
  return number === undefined || unit === undefined ? undefined : findAmounts(`${number} ${unit}`)[0]
}

/** "max 30k for everything, usd", "oh and it's in CAD". */
function currencyNamedLater(messages: readonly ParsedMessage[]): string | undefined {
  const named = /(?:^\W{0,3}|[,(] ?|\b(?:in|it's|its|that's|thats|mean|meant|was|is) )((?:us )?\p{L}{2,8})(?=\W{0,3}$)/u
  return messages.map(({ lower }) => currencyOf(named.exec(lower.slice(-40))?.[1])).findLast(Boolean)
}

function formatAmount({ min, max, currency }: Amount): string {
  const number = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(2))
  const sum = min === max ? number(min) : `${number(min)}-${number(max)}`
  return currency === undefined ? sum : `${sum} ${currency}`
}

const clauseBoundary =
  /[;!?\n]|\.(?!\d)|,(?!\d)|\b(?:but|though|although|whereas|while|however|includ(?:es?|ing)|excluding|except|plus|apart from|besides|without)\b/

type AmountContext = { before: string; after: string; clause: string; sentence: string }

function contextOf(text: string, amount: Amount): AmountContext {
  const head = text.slice(Math.max(0, amount.start - contextCharacters), amount.start)
  const tail = text.slice(amount.end, amount.end + contextCharacters)
  const before = head.split(clauseBoundary).at(-1) ?? ''
  const after = tail.split(clauseBoundary)[0] ?? ''
  const sentence = `${head.split(/[.!?]\s|\n/).at(-1)}${tail.split(/(?<=[.!?])(?:\s|$)|\n/)[0]}`
  return { before, after, clause: `${before} ${after}`, sentence }
}

function isOtherMoney({ before, after, clause }: AmountContext, isSetAside: boolean): boolean {
  if (rateAfter.test(after) || refused.test(before) || tooExpensive.test(after)) return true
  if (impossible.test(before) || othersAmount.test(before)) return true
  return !isSetAside && !budgetWord.test(before) && otherMoney.test(clause)
}

function isStudioPrice({ clause, sentence }: AmountContext): boolean {
  if (accepted.test(sentence)) return false
  return studioPrice.test(clause) || (sentence.endsWith('?') && /\b(?:cost|price|charge|fee)\b/.test(clause))
}

/**
 * A sum with a currency is money. So is "5k" as a reply or beside words about money, and a bare number beside a word like
 * budget, or as a round reply.
 */
function isMoney(text: string, { start, min, max, currency, hasUnit }: Amount, context: AmountContext): boolean {
  if (currency !== undefined) return max >= 50 || /budget/.test(context.clause)
  const next = /^[+\s-]{0,3}([\p{L}']{1,20})/u.exec(context.after)?.[1] ?? ''
  if (countedNoun.test(context.after) && !notCountedNouns.has(next)) return false
  const isOwn = ownMoney.test(context.clause) || isReplyAt(text, start)
  if (hasUnit) return isOwn
  const isYear = min >= 1990 && max <= 2040
  if (max < 50 || isYear) return /budget/.test(context.clause)
  // Budgets are round sums; 98200, 27001, 404, and 5550134 are something else.
  return moneyWord.test(context.clause) || (isOwn && min >= 300 && max < 1_000_000 && max % 50 === 0)
}

/** A reply or list item that is just the sum: "like 5k", "booking app, 5k, 6 weeks". */
function isReplyAt(text: string, start: number): boolean {
  const head = text.slice(Math.max(0, start - 60), start).split(/[.!?\n,;|]/)
  return (head.at(-1) ?? '').split(/[^\p{L}']/u).every((word) => word === '' || replyWords.has(word))
}

const budgetWord =
  /\b(?:bud?ge?t(?:s|ed)?|bugdet|spend|set aside|invest|allocated|in total|total|all[- ]in|limit|ceiling|max(?:imum)?)\b/
const moneyWord = /\b(?:bud?ge?t(?:s|ed)?|bugdet|spend|invest|afford|allocated|set aside)\b/
const ownMoney =
  /\b(?:bud?ge?t|bugdet|spend|invest|afford|pay|allocated|set aside|limit|max|total|go (?:with|for|over|above)|can (?:\w+ )?(?:do|offer|manage|go)|could (?:\w+ )?(?:do|offer|manage|go)|more than|gave (?:me|us)|okayed|approved|given|of which|settle|consider|accept|thinking|exceed|left|remaining|got|have|sound|more like|make (?:it|this)|stick (?:to|with)|for under|in under)\b/
/** "our grant allows up to $5k", "$5k of it": part of a larger sum. */
const setAside =
  /\b(?:grants?|funds?|donors?|council|board|committee) (?:will |has |have )?(?:allows?|covers?|gives?|provides?|voted|approved|granted|allocated)\b[^.!?;]{0,30}$|\b(?:set|put|setting|putting) aside\b[^.!?;]{0,30}$|\b(?:earmarked|allocated|allotted|reserved|budgeted)\b[^.!?;]{0,30}$|\bof which (?:about |up to )?$/
const rateAfter =
  /^\s{0,2}(?:(?:usd|inr|eur|gbp) )?(?:\/(?!-)\s?\p{L}|per\b(?! project)|down\b(?! to)|an? (?:hour|month|day|week|year|mo|user|seat|piece|night|person|lead)|p\.?\s?m\b|p\.?\s?a\b|monthly|hourly|weekly|yearly|annually|annual|every (?:month|week|year|day)|each\b|mrr|arr|lpa|ctc|salary|in (?:revenue|sales|funding)|revenue|turnover|seed\b|(?:of )?funding)/u
const otherMoney =
  /\b(?:rais(?:ed|ing)|revenue|mrr|arr|turnover|funding|funded|valuation|valued|sales|profits?|earn(?:s|ed|ing)?|(?:we|it|company|business) makes?|salary|hourly|per hour|monthly|retainer|subscriptions?|hosting|running costs?|costs (?:us|me)|rent|maintenance|seed round|series a|grant(?:ed)?|prize|debt|loan|charge[sd]?|priced|ticket|fee of|invoice[sd]?|worth|commission|per (?:user|seat|month|year)|order value|(?:customers?|users?|clients?|people|members?|students?|guests?) (?:[a-z]+ ){0,2}(?:spend|pay|buy))\b/
const othersAmount =
  /\b(?:quoted?|quotes|quotation|competitors?|(?:an)?other|freelancer|friend|fiverr|upwork|spent|paid|asked|wanted|demanded|wasted|burn(?:ed|t)|lost|(?:we|i) pay|currently pay|paying|cost us|billed|used to)\b|\b(?:agency|dev|developer|firm|vendor|studio|it|that|this|which)\b[^.!?;]{0,20}\b(?:charged|asked|took|cost|offered)\b/
const refused =
  /(?:\b(?:not|isn't|wasn't|no longer|instead of|rather than|never|forget)|(?:don't|do not|dont) have) (?:(?:the|a|full|whole) ){0,2}$/
const impossible =
  /\b(?:can't|cannot|cant|can not|couldn't|won't|unable to|don't want to|not going to|no way)\b(?!.{0,60}\b(?:above|over|beyond|exceed(?:ing)?|more than|past|higher than) (?:the |about )?$)/
const tooExpensive =
  /\b(?:too (?:much|high|expensive|steep|pricey)|expensive|steep|out of (?:my|our)|is a lot|overpriced)\b/
const studioPrice =
  /\b(?:packages?|plans?|tiers?|starts? (?:at|from)|starting (?:at|from|price)|your (?:\p{L}{1,15} )?(?:price|rate|fee|quote|offer|site|website)|you (?:charge|say|quote|ask|want|said|mention(?:ed)?|told|offer)|negotiable|on (?:your|the|ur) (?:site|website|page)|advertised|listed|price of|(?:site|page|website) says|really|how come)\b/u
const accepted =
  /\b(?:(?:i|we)(?:'ll|'d| will) (?:take|go|have|get|book|buy|do|like)|take the|go(?:ing)? (?:with|for|ahead)|want the|like the|choos(?:e|ing)|pick|opt(?:ing)?|sign (?:me|us) up|let'?s (?:do|go|take|start)|prefer|works for (?:me|us)|is fine|sounds (?:good|fine)|count me in|interested in|need the|(?:our|my) plan|plan (?:says|allows|foresees))\b/
/** "5k users", "30 employees". */
const countedNoun = /^\+?\s?-?\s?[\p{L}%°:]/u
const notCountedNouns = wordSet(
  "towards into package plan me mein tak ho ke ka to for or and in is max as with but at on total budget only if now right all maybe from by ish tops approx range would should can could work works per of i we my our the this that not so left remaining remains sounds ok okay enough please pls plus minimum maximum upfront first initially depending available set hai before until saved most around about will may how what no then it it's need name email asap timeline one flat fixed ballpark instead when once just because company deadline",
)
const replyWords = wordSet(
  "prob probs idk honestly guess roughly have got ideally lets final hi hello then wise limit my mera hamara hai is yes ok sure hmm well so maybe like say price cost amount money probably i think budget around about approx approximately max maximum upto up to under at least minimum min i'd let's somewhere between actually sorry make it not it's its our of the thinking can do we in range ballpark total no more than less below from be would",
)
