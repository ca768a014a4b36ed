/** What nobody may say to a visitor unless the content says it in these words; by the reason for the log. */
type Rule = {
  reason: 'discount' | 'promise' | 'action'
  pattern: RegExp
  /** Where a no in the same clause makes it harmless: "I can't grant a discount". */
  unlessDenied?: boolean
}

const rules: readonly Rule[] = [
  {
    reason: 'discount',
    unlessDenied: true,
    pattern:
      /\b(?:discount\w*|rebates?|coupons?|vouchers?|promo(?: codes?|tion(?:al)?s?)?|price cut|mark(?:ed)? ?down|(?:special|better|lower|reduced|friendly|cheaper|best|sweet) (?:offers?|prices?|deals?|rates?|terms|figure)|on sale|early[- ]bird|loyalty|referral (?:fee|bonus|credit)|cash ?back|waiv(?:e|ed|er|ing)|price[- ]match\w*|(?:match|beat|undercut) (?:any|their|that|the|your|his|her)\b[\w' ]{0,24}\b(?:prices?|quotes?|offers?|rates?)|knock\b[\w' $,.]{0,24}\boff|throw(?:n|ing)? in|shave\b[\w' $,.]{0,16}\boff|(?:lower|reduce|cut|drop|slash|trim|bring down)(?:d|ed|s|ing)? (?:the|our|your|that|this|my) (?:price|cost|rate|fee|figure|quote)s?|(?:reduced|down|dropped|slashed|discounted|cut|instead|was|usually|normally) from [$₹€£]|bargain|for less than (?:that|the|our)|make (?:you )?an? (?:special |better )?(?:exception|deal|offer)|exception for you|(?:just|only|special(?:ly)?) for you\b|but for you|between (?:us|you and me)|save \d|savings? of)/,
  },
  {
    reason: 'promise',
    pattern:
      /\b(?:(?:no|without|zero|free of|not|never|won't|don't|doesn't|needn't)\b(?: \w+)? ?(?:charge[ds]?|pay|cost|costs|fee|fees|bill(?:ed)?|invoice[ds]?)(?! (?:extra for|more than)?\w* ?(?:until|before|when|by the hour)).*|free of charge|complimentary|gratis|on the house|on us|for nothing|at our expense|costs? (?:you )?nothing|pay (?:later|nothing|after|when|only if|once|if)|first (?:\w+ )?(?:free|month|week|hour)s?\b|money[- ]?back|risk[- ]?free|no[- ]risk|zero[- ]risk|no strings|no questions asked|no obligation|you can't lose|unlimited|lifetime|life-time|forever|for life|indefinite(?:ly)?|perpetual\w*|bug[- ]?free|error[- ]?free|flawless\w*|zero (?:bugs|downtime|defects)|100 ?% ?(?!of our|remote)|hundred percent|you have my word|take my word|mark my words|i swear|rest assured|come what may|no matter what|without fail|never (?:fail|miss|late|go down|be late|been late|missed|failed)|always (?:on time|hits?|meets?|deliver)|or (?:you don't pay|it's free|your money)|equity|cash on|instal+ments?|financ(?:e|ing)|payment plan|pay[- ]as|deferr?ed|net[- ]?\d+|no upfront|free (?!to\b|initial consult|consult|discovery|30-minute|first c|introductory c|call\b|chat\b|places?\b|slots?\b|spots?\b|kick|conversation|of (?!charge)|time\b)\w+)/,
  },
  {
    reason: 'promise',
    unlessDenied: true,
    pattern:
      /\b(?:guarant\w+|warrant(?:y|ies|ed)|refund\w*|reimburs\w*|compensat\w*|penalt(?:y|ies)|promis(?:e[sd]?|ing)\b(?! (?:idea|start|concept|market))|assur(?:e[sd]?|ing|ance)|pledge\w*|vow\b|swear|commit(?:s|ted|ment|ments)?\b(?! to (?:github|git|main))|legally|binding|liab\w+|indemnif\w+|nda\b|ndas\b|non-disclosure|sla\b|slas\b|service[- ]level|hipaa|soc ?2|iso ?\d+|pci\b|gdpr|certified|licen[sc]ed|insured|insurance|court|lawsuit|sue\b|damages|exclusiv\w*|(?:double|triple|10x|explode|skyrocket) your|(?:more|increase|boost)\w* (?:your )?(?:revenue|sales|conversions?)|success (?:is )?(?:certain|sure|assured)|will (?:definitely|certainly|surely|absolutely|always|succeed|rank|go viral)|revisions?|change requests?|extra (?:hours|features|months|weeks) |included for|no extra|at no (?:extra|additional|further)|24\/7 (?:\w+ )?(?:support|phone|team|engineers?|monitoring|hotline|on-call|help|care|maintenance|coverage)|(?:support|monitoring|help|reachable|on call|on-call|phone)[\w ]{0,20} 24\/7|round[- ]the[- ]clock|around the clock|(?:award|prize)[- ]?\w*|#1|number one|world-class|best in|top[- ]rated|rated|stars?\b|featured in|backed by|partner(?:ed|ship)? with|(?:dozens|hundreds|thousands|millions|scores|countless|numerous|a lot|lots) of (?:\w+ )?(?:clients?|compan\w+|business\w*|startups?|projects?|founders?|apps?|products?|mvps?|websites?|developers?|engineers?))/,
  },
  {
    reason: 'action',
    unlessDenied: true,
    pattern:
      /\b(?:(?:i|we)(?:'ve| have|'d| had)? (?:already |just |now |also |gladly |hereby )*(?:book|schedul|reserv|sen[dt]|e-?mail|appl(?:y|i)|process|forward|notif|confirm|appr(?:ov)|register|arrang|call|creat|issu|extend|grant|accept|sign|add|put|lock|secur|block|assign|alert|messag|contact|inform|updat|mark|not(?:e|ed) (?:it|that) (?:in|for))\w* (?:you|your|it|this|that|the|an?|him|her|them|for|in|down|everything|over|to)\b|(?:i|we)(?:'ll| will| am going to|'m going to| can| shall| could) (?:now |also |just |gladly |personally |happily |then )*(?:book|schedule|reserve|send|e-?mail|apply|call|arrange|forward|notify|remind|text|ping|message|hold|block|lock|secure|waive|grant|process|approve|sign|add you|put you|get you|see to it|make sure|make it happen|take care of|talk to the founder|ask the founder|tell the founder|let the founder|hand you|transfer you|connect you|invoice)\b|(?:you're|you are|you've been|you have been|your [\w ]{1,24}(?:is|are|has been|have been|was)|it's|it is|that's|that is|(?:call|slot|meeting|consultation|appointment|discount|price|date|refund|order|invoice|contract) (?:is|has been|was)) (?:now |all |already |hereby |officially )*(?:booked|confirmed|scheduled|reserved|set\b|locked|secured|approved|accepted|applied|granted|registered|on its way|on the way|sent|signed|processed|in the calendar|done|guaranteed|yours)|consider it|expect (?:a|an|my|our|his|her) (?:call|e-?mail|message|invoice|reply from)|see you (?:on|at|then|there|tomorrow)|(?:start|begin|kick off|get going)(?: work\w*)?(?: on [\w' ]{1,24})? (?:right away|immediately|at once|straight away|instantly|right now|asap)|(?:available|free) (?:right away|immediately|now))/,
  },
]

const idioms =
  /\b(?:no doubt|without (?:a )?doubt|no problem|no worries|not a problem|not only|not just|why not|don't worry|do not worry|no question|not to mention|can't wait|cannot wait|nothing but|no matter|not an issue|no issue|don't hesitate|no need to worry|not at all|never mind|no kidding|can't deny|won't deny|not deny|no sooner|no less|can't refuse|won't refuse|can't say no|won't say no|can't not|cannot not|don't forget|not without|no joke|no catch|nobody else|no one else|not (?:a )?bad|if not)\b/g
const denial =
  /\b(?:not|no|never|none|nor|neither|nobody|cannot|unable|without|instead of|rather than|nothing|refuse|decline|avoid|beyond|outside|isn't|aren't|wasn't|can't|don't|doesn't|didn't|won't|wouldn't|shouldn't|couldn't|haven't|hasn't|only (?:a|the|your|an accepted) (?:written )?quote|ask(?:ed|ing|s)? (?:for|about|whether|if)|whether|question about)\b|n't\b/
const clauseEnd =
  /[;:()—]| (?:but|however|yet|still|though|although|because|and then) |, (?:but|and|so|however|yet|still|we|i|you|it|the|that)\b/g

/**
 * Finds a promise that only the content could make: a discount, a guarantee, free work, something said to be done.
 * @param folded a sentence by foldText
 * @param mayNameDiscount whether the sentence tells of the promotion as the content does
 * @returns the reason for the log, or undefined
 */
export function findPromise(folded: string, mayNameDiscount = false): Rule['reason'] | undefined {
  const plain = folded.replaceAll(idioms, ' ')
  for (const { reason, pattern, unlessDenied } of rules) {
    const every = new RegExp(pattern, 'g')
    for (const match of plain.matchAll(every)) {
      if (mayNameDiscount && /^(?:discount|promotion)/.test(match[0])) continue
      if (unlessDenied !== true || !isDenied(plain, match.index)) return reason
    }
  }
  return undefined
}

function isDenied(text: string, at: number): boolean {
  const ends = [...text.matchAll(clauseEnd)]
  const from = ends.findLast(({ index }) => index < at)?.index ?? 0
  const to = ends.find(({ index }) => index > at)?.index ?? text.length
  return denial.test(text.slice(from, to))
}
