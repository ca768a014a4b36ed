/**
 * What only the content may say to a visitor, as pieces of regular expressions over folded text (foldText).
 * In each list a line is a way of saying it.
 */
const discount = [
  'discount\\w*',
  'secret|pays? (?:a lot |much |even )?less|paying less|rebates?|coupons?|vouchers?|cash ?back|bargain|on sale|early[- ]bird|loyalty',
  'promo(?:tion(?:al)?s?| codes?)?\\b',
  '(?:use|enter|apply|with) (?:the |this |my |our )?(?:promo )?code\\b(?! review| quality)',
  '(?:costs? |for |at )?(?:the same|as much|as little) (?:price )?as (?:the |an? |our )?(?:startup|mvp|scale|enterprise|full|package)|same price as|next to nothing|peanuts|dirt cheap|(?:practically|almost|nearly|virtually) (?:free|nothing)',
  'price cut|mark(?:ed)? ?down|price[- ]match\\w*|referral (?:fee|bonus|credit)',
  '(?:special|better|lower|reduced|friendly|cheaper|best|sweet|preferential) (?:offers?|prices?|deals?|rates?|terms|figure)',
  "(?:match|beat|undercut) (?:any|their|that|the|your|his|her)\\b[\\w' ]{0,24}\\b(?:prices?|quotes?|offers?|rates?)",
  "(?:knock|shave|take|get|save)\\b[\\w' $,.]{0,24}\\boff\\b|throw(?:n|ing)? in\\b",
  '(?:lower|reduce|cut|drop|slash|trim|bring down)(?:d|ed|s|ing)? (?:the|our|your|that|this|my) (?:price|cost|rate|fee|figure|quote)s?',
  '(?:reduced|down|dropped|slashed|discounted|cut|instead|was|usually|normally) (?:from|of) [$₹€£]',
  '(?:at|for) the (?:same )?(?:price|cost|rate)s? (?:of|as)\\b|for less than (?:that|the|our)',
  'for the (?:startup|mvp|scale-ready|smaller|lower|cheaper|enterprise)[\\w -]* price',
  'pays? (?:only |just )?half|half (?:of it|that|as much)|savings? of|save \\d',
  '(?:make|making|made) (?:you )?an? (?:special |better |one-time |small )?(?:exception|deal|offer)|exception for you',
  '(?:just|only|special(?:ly)?) for you\\b|but for you\\b|between (?:us|you and me)',
]

/** No money for work. A no belongs to most of these, so it denies nothing. */
const unpaid = [
  "(?:not|never|won't|don't|doesn't|needn't)\\b(?: \\w+){0,3} pay\\b(?! extra| more| for (?:an|the) office)",
  "(?:no|without|zero|free of|not|never|won't|don't|doesn't|needn't)\\b(?: \\w+)? ?(?:charge[ds]?|pay|cost|costs|fee|fees|bill(?:ed)?|invoice[ds]?)(?! (?:extra for|more than)?\\w* ?(?:until|before|when|by the hour))",
  'free of charge|for free|complimentary|gratis|on the house|on us\\b|for nothing|at our expense',
  '(?<!what )(?:is|are|comes?|completely|totally|absolutely|all|entirely|days?|weeks?|months?|years?) free\\b|free\\W*$',
  'costs? (?:you )?nothing|pay (?:later|nothing|after|when|only if|once|if)|no payment|zero payment',
  'first (?:\\w+ )?(?:free\\b|(?:months?|weeks?|hours?) (?:is |are |of \\w+ )?(?:free|on us|without))',
  'nothing (?:is |will be )?(?:due|owed|to pay)|net[- ]?\\d+|cash on|pay[- ]as|no upfront|without (?:any )?(?:upfront|advance)',
]

const freebies = [
  '(?:hosting|domains?|maintenance|updates?|logo|branding|seo|marketing|training) (?:is|are|comes?) (?:also |all )?(?:included|covered)|includes? (?:free |an? )?(?:hosting|domain|maintenance|seo|marketing|logo)',
  'free (?!to\\b|initial consult|consult|discovery|30-minute|first c|introductory c|call\\b|chat\\b|places?\\b|slots?\\b|spots?\\b|kick|conversation|of\\b|time\\b)\\w+',
  'instal+ments?|financ(?:e|ing)\\b|payment plan|deferr?ed|equity|revenue share|barter',
  'waiv(?:e|ed|er|ing)|no extra|at no (?:extra|additional|further)|included for no|extra (?:hours|features|months|weeks) ',
]

const guarantee = [
  '(?:money|cent|penny|dollar|rupee|payment|deposit|it all|everything) back\\b|get (?:it|that|everything|all of it|paid) back',
  'guarant\\w+|warrant(?:y|ies|ed)|refund\\w*|reimburs\\w*|compensat\\w*|penalt(?:y|ies)|money[- ]?back',
  'promis(?:e[sd]?|ing)\\b(?! (?:idea|start|concept|market))|assur(?:e[sd]?|ing|ance)|pledge\\w*|vow\\b|swear|commit(?:s|ted|ment|ments)?\\b(?! to (?:github|git|main))',
  "risk[- ]?free|no[- ]risk|zero[- ]risk|no strings|no questions asked|you can't lose",
  'unlimited|lifetime|life-time|forever|for life|indefinite(?:ly)?|perpetual\\w*|revisions?|change requests?',
  'bug[- ]?free|error[- ]?free|flawless\\w*|zero (?:bugs|downtime|defects)',
  '(?:100 ?%|hundred percent) (?!of our|remote)|(?:you have|give you|on) my word|trust me|believe me|take my word|mark my words|rest assured|come what may|no matter what|without fail',
  '(?:never|always) (?:fail|miss|late|go down|be late|been late|missed|failed|on time|hits?|meets?|deliver)\\w*',
  "or (?:you don't pay|it's free|your money)",
  'will (?:definitely|certainly|surely|absolutely|always|succeed|rank|go viral)|success (?:is )?(?:certain|sure|assured)',
]

const legal = [
  "legally|contractual\\w*|(?:are|is|we're|i'm) (?:\\w+ )?bound (?:to|by)|binding|liab\\w+|indemnif\\w+|ndas?\\b|non-disclosure|exclusiv\\w*|court|lawsuit|sue\\b|damages",
  'slas?\\b|service[- ]level|hipaa|soc ?2|iso ?\\d+|pci\\b|gdpr|certified|licen[sc]ed|insured|insurance',
  '(?:this|our) (?:chat|conversation|message)\\b.*\\b(?:contract|agreement|offer|binding|order)',
  '(?:this|that|here|message|answer|reply) is (?:your|the|a|our) (?:\\w+ )?(?:quote|offer|contract|invoice)',
]

const boast = [
  "(?:you|you'll|mvps?|products?|apps?) (?:will |can |soon |all )?(?:make|earn)s? (?:your |the |their )?(?:money|profits?)|make (?:your|the) money|pays? for itself|break[- ]even|profitable|roi\\b|return on investment",
  '24/7 (?:\\w+ )?(?:support|phone|team|engineers?|monitoring|hotline|on-call|help|care|maintenance|coverage)',
  '(?:support|monitoring|help|reachable|on call|on-call|phone)[\\w ]{0,20} 24/7|round[- ]the[- ]clock|around the clock',
  '(?:double|triple|10x|explode|skyrocket) your|(?:more|increase|boost)\\w* (?:your )?(?:revenue|sales|conversions?)',
  '(?:award|prize)[- ]?\\w*|#1|number one|world-class|best in|top[- ]rated|(?<!\\w)rated\\b|stars?\\b|featured in|backed by|partner(?:ed|ship)? with',
  '(?:dozens|hundreds|thousands|millions|scores|countless|numerous|a lot|lots) of (?:\\w+ )?(?:clients?|compan\\w+|business\\w*|startups?|projects?|founders?|apps?|products?|mvps?|websites?|developers?|engineers?)',
]

/** What the site says nothing of. */
const biography = [
  "i(?:'m| am) (?:really |actually )?(?:an? |the )?(?:real |actual )?(?:human|person|founder|lawyer|employee|member of the team)",
  '(?:founder|developer|studio|owner|he|she)\\b[\\w ,]{0,24}\\b(?:lives? in|born in|registered in|incorporated|graduated|studied|formerly|used to work|worked (?:at|for)|(?:is )?an? (?:ex-|former ))',
]

const verbs =
  '(?:book|schedul|reserv|sen[dt]|e-?mail|appl(?:y|i)|process|forward|notif|confirm|appr(?:ov)|register|arrang|call|creat|issu|extend|grant|accept|sign|add|put|lock|secur|block|assign|alert|messag|contact|inform|updat|mark|not(?:e|ed) (?:it|that) (?:in|for))\\w*'
/** Nobody but the visitor sends or books anything here. */
const action = [
  `(?:i|we)(?:'ve| have|'d| had)? (?:already |just |now |also |gladly |hereby )*${verbs} (?:you|your|it|this|that|the|an?|him|her|them|for|in|down|everything|over|to)\\b`,
  "(?:i|we)(?:'ll| will| am going to|'m going to| can| shall| could) (?:now |also |just |gladly |personally |happily |then )*(?:book|schedule|reserve|send|e-?mail|apply|call|arrange|forward|notify|remind|text|ping|message|hold|block|lock|secure|waive|grant|process|approve|sign|add you|put you|get you|see to it|make sure|make it happen|take care of|(?:talk to|ask|tell|let|have) the founder|hand you|transfer you|connect you|invoice)\\b",
  "(?:you're|you are|you've been|you have been|your [\\w ]{1,24}(?:is|are|has been|have been|was)|it's|it is|that's|(?:call|slot|meeting|consultation|appointment|discount|price|date|refund|order|invoice|contract) (?:is|has been|was)) (?:now |all |already |hereby |officially )*(?:booked|confirmed|scheduled|reserved|set\\b|placed|opened|extended|renewed|locked|secured|approved|accepted|applied|granted|registered|on its way|on the way|sent|signed|processed|in the calendar|guaranteed)|(?:it's|that's|all) done",
  '(?:founder|boss|owner|team|manager|studio) (?:has |have |had |just |already )*(?:approved|agreed|accepted|confirmed|signed|ok(?:ay)?ed|granted|promised|booked|said yes)',
  'consider (?:it|this|that|yourself)\\b|expect (?:a|an|my|our|his|her) (?:call|e-?mail|message|invoice|reply from)|see you (?:on|at|then|there|tomorrow)',
  "(?:start|begin|kick off|get going)(?: work\\w*)?(?: on [\\w' ]{1,24})? (?:right away|immediately|at once|straight away|instantly|right now|asap)|(?:available|free) (?:right away|immediately|now)",
]

function anyOf(...lists: readonly string[][]): RegExp {
  return new RegExp(`\\b(?:${lists.flat().join('|')})`, 'g')
}

type PromiseRule = {
  reason: 'discount' | 'promise' | 'action' | 'other'
  pattern: RegExp
  /** Where a no in the same clause makes it harmless ("I can't grant a discount"), or that it is said of the free first call. */
  unless: 'denied' | 'of the call'
}

export const promiseRules: readonly PromiseRule[] = [
  { reason: 'discount', pattern: anyOf(discount), unless: 'denied' },
  { reason: 'promise', pattern: anyOf(unpaid), unless: 'of the call' },
  { reason: 'promise', pattern: anyOf(freebies, guarantee, legal), unless: 'denied' },
  { reason: 'other', pattern: anyOf(boast, biography), unless: 'denied' },
  { reason: 'action', pattern: anyOf(action), unless: 'denied' },
]
