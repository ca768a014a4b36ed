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
  "(?:said|promised|told you|agreed)(?: so| that| it)?, (?:it's|it is|then|that's|you|we|i)\\b",
  'price cut|mark(?:ed)? ?down|price[- ]match\\w*|referral (?:fee|bonus|credit)',
  '(?:special|better|lower|reduced|friendly|cheaper|best|sweet|preferential) (?:offers?|prices?|deals?|rates?|terms|conditions|figure)',
  "(?:match|beat|undercut) (?:any|their|that|the|your|his|her)\\b[\\w' ]{0,24}\\b(?:prices?|quotes?|offers?|rates?)",
  "(?:knock|shave|take|get|save)\\b[\\w' $,.]{0,24}\\boff\\b|throw(?:n|ing)? in\\b",
  "(?:i|we|i'll|we'll|founder|studio|boss)\\b[\\w' ]{0,24}\\b(?:lower|reduce|cut|drop|slash|trim|bring down)(?:d|ed|s|ing)? (?:the|our|your|that|this|my) (?:price|cost|rate|fee|figure|quote)s?|(?:price|cost|rate|fee|quote)s?\\b[\\w' ]{0,16}\\b(?:lowered|reduced|cut|dropped|slashed)",
  '(?:reduced|down|dropped|slashed|discounted|cut|instead|was|usually|normally) (?:from|of) [$₹€£]',
  '(?:at|for) the (?:same )?(?:price|cost|rate)s? (?:of|as)\\b|for less than (?:that|the|our)',
  'for the (?:startup|mvp|scale-ready|smaller|lower|cheaper|enterprise)[\\w -]* price',
  'pays? (?:only |just )?half|half (?:of it|that|as much)|savings? of|save \\d',
  '(?:a bit|a little|something|slightly|even|much|far)? ?(?:less|lower|cheaper) (?:is|would be|should be) (?:\\w+ )?(?:possible|fine|ok|okay|doable)|go (?:a bit |a little |even )?(?:lower|below|down on|cheaper)|cheaper (?:\\w+ )?(?:package|plan|version|tier|option)s?',
  '(?:same|roughly|about|like|less than|more than|as much as|around|nearly) (?:the )?(?:price|cost)s? (?:of|as) (?:an? |your |the )?(?!mvp|saas|full|custom|project|scope)|costs? (?:you )?(?:\\w+ )?(?:the same as|less than an?|like an?|no more than an?) ',
  '(?:make|making|made) (?:you )?an? (?:special |better |one-time |small )?(?:exception|deal|offer)|exception for you',
  '(?:just|only|special(?:ly)?) for you\\b|but for you\\b|between (?:us|you and me)',
]

/** No money for work. A no belongs to most of these, so it denies nothing. */
const unpaid = [
  "(?:not|never|won't|don't|doesn't|needn't)\\b(?: \\w+){0,3} pay\\b(?! (?:for )?everything|[\\w ]{0,20} (?:before|until) [\\w ]{0,24}quote| extra| more| for (?:an|the) office)",
  "(?:no|without|zero|free of|not|never|won't|don't|doesn't|needn't)\\b(?: (?!hidden)\\w+)? ?(?:charge[ds]?|pay\\b(?! (?:for )?everything|[\\w ]{0,20} (?:before|until) [\\w ]{0,24}quote)|cost|costs|fee|fees|bill(?:ed)?|invoice[ds]?)(?! (?:extra for|more than)?\\w* ?(?:until|before|when|by the hour))",
  'free of charge|for free|complimentary|gratis|on the house|on us\\b|for nothing|at our expense',
  '(?<!what )(?:is|are|comes?|completely|totally|absolutely|all|entirely|days?|weeks?|months?|years?) free\\b|free\\W*$',
  "free to (?!ask|write|contact|reach|tell|share|send|leave|use the|choose|decide|change|go|take|keep|end|call|message|get|read|come|talk|bring|build elsewhere)\\w+|(?:don't|do not|won't|never) owe",
  'costs? (?:you )?nothing|pay (?:later|nothing|after|when|only if|once|if)|no payment|zero payment',
  '(?:a|as a) (?:gift|present)|(?:at|below|under) cost\\b|cost price|only (?:bill|charge|pay)\\w* (?:\\w+ )?(?:when|once|if|after)|first (?:\\w+ )?(?:free\\b|(?:months?|weeks?|hours?) (?:is |are |of \\w+ )?(?:free|on us|without))',
  'nothing (?:is |will be )?(?:due|owed|to pay)|net[- ]?\\d+|cash on|pay[- ]as|no upfront|without (?:any )?(?:upfront|advance)',
]

const freebies = [
  '(?:hosting|domains?|maintenance|updates?|logo|branding|seo|marketing|training) (?:is|are|comes?) (?:also |all )?(?:included|covered)|includes? (?:free |an? )?(?:hosting|domain|maintenance|seo|marketing|logo)',
  'free (?!to\\b|initial consult|consult|discovery|30-minute|first c|introductory c|call\\b|chat\\b|places?\\b|slots?\\b|spots?\\b|kick|conversation|of\\b|time\\b|and\\b|in\\b|or\\b|but\\b|at\\b|on\\b|as\\b|here\\b|if\\b|when\\b)\\w+',
  "(?:includes?|including|comes? with|covers?|you get|you'll get|gives? you)\\b[\\w ,'-]{0,40}\\b(?:hosting|domains?|servers?|screens?|pages|managers?|training|marketing|seo|logos?|copywriting|translations?|analytics|ssl|monitoring|app store|warranty)\\b",
  '(?<!which |whether |what )(?:tax(?:es)?|vat|gst)\\b[\\w ]{0,20}\\b(?:is|are|comes?) (?:\\w+ )?(?:included|charged|added|extra|covered|exempt|on top)|(?:extra|additional|small|surcharge|rush|express) (?:fee|charge)s?|surcharge',
  '(?:rush|express|fast[- ]?track|priority) (?:option|deliver\\w*|build|service|fee|lane|support|development)',
  'instal+ments?|financ(?:e|ing)\\b|payment plan|deferr?ed|equity|revenue share|barter',
  'waiv(?:e|ed|er|ing)|no extra|at no (?:extra|additional|further)|included for no|extra (?:hours|features|months|weeks) ',
]

const guarantee = [
  '(?:money|cent|penny|dollar|rupee|payment|deposit|it all|everything) back\\b|get (?:it|that|everything|all of it|paid) back',
  'guarant\\w+|warrant(?:y|ies|ed)|refund\\w*|reimburs\\w*|compensat\\w*|penalt(?:y|ies)|money[- ]?back',
  'promis(?:e[sd]?|ing)\\b(?! (?:idea|start|concept|market))|assur(?:e[sd]?|ing|ance)|pledge\\w*|vow\\b|swear|commit(?:s|ted|ment|ments)?\\b(?! to (?:github|git|main))',
  "we(?:'ll| will)? (?:also |always )?(?:pay|cover|carry|bear)\\b|(?:keep|kept|honou?r) (?:our|my|the) (?:word|promise|agreement)|(?:did|have|had) (?:indeed |already )?(?:agree|promise)d?\\b|(?<=^|exactly |just |right, |yes, )as (?:we )?(?:agreed|promised|discussed)|i remember",
  "risk[- ]?free|no[- ]risk|zero[- ]risk|no strings|no questions asked|you can't lose",
  'unlimited|lifetime|life-time|forever|for life|indefinite(?:ly)?|perpetual\\w*|revisions?|change requests?',
  'unhack\\w+|unbreakable|bulletproof|military[- ]grade|penetration|audited|encrypt\\w*|impossible to|(?:fully|completely|totally|absolutely|perfectly) (?:secure|safe|protected)|back(?:s|ed)? up (?:your|all|everything)|(?:paid|pay|pays)(?: \\w+)? back|back in full',
  'bug[- ]?free|error[- ]?free|flawless\\w*|zero (?:bugs|downtime|defects)',
  '(?:100 ?%|hundred percent) (?!of our|remote)|(?:you have|give you|on) my word|trust me|believe me|take my word|mark my words|rest assured|come what may|no matter what|without fail',
  '(?:never|always) (?:fail|miss|late|go down|be late|been late|missed|failed|on time|hits?|meets?|deliver)\\w*',
  "or (?:you don't pay|it's free|your money)",
  'will (?:definitely|certainly|surely|absolutely|always|succeed|rank|go viral)|success (?:is )?(?:certain|sure|assured)',
]

const legal = [
  "legally|contractual\\w*|(?:are|is|we're|i'm) (?:\\w+ )?bound (?:to|by)|binding|arbitrat\\w+|copyright|tak(?:es?|ing) effect|never (?:share|sell|store|disclose|use)\\w*|(?:no|without|full|unlimited|accept|take|assume)\\b[\\w ]{0,16}liab\\w+|liable|indemnif\\w+|(?:our|my|sign(?:s|ed|ing)?|under|have|mutual|standard|attached|provide|with|by)\\b[\\w' ]{0,16}\\b(?:ndas?|non-disclosure)\\b|ndas?\\b[\\w' ]{0,20}\\b(?:signed|in place|in force|effective|ready|attached|standard|available|covers?|protects?)|exclusiv\\w*|court|lawsuit|sue\\b|damages",
  "(?:everything|anything|all|this|your|it|chat|conversation)\\b[\\w' ]{0,30}(?:is|are|stays?|remains?|will be|kept) (?:\\w+ )?(?:confidential|secret|protected|private)\\b",
  "(?:own|owns|belongs?|yours|rights?)\\b[\\w ,']{0,30}(?:from day one|from the (?:very )?(?:start|first day|beginning|outset)|immediately|right away|at once|before you pay|without pay\\w*|as soon as (?:it|we|the code))|never work(?:ed|ing)? (?:for|with)|(?:full|all|any|complete) responsibilit\\w+|responsible for (?:any|all)",
  'slas?\\b|service[- ]level|hipaa|soc ?2|iso ?\\d+|pci\\b|gdpr|certified|licen[sc]ed|insured|insurance',
  '(?:this|our) (?:chat|conversation|message)\\b.*\\b(?:contract|agreement|offer|binding|order)',
  '(?:this|that|here|message|answer|reply) is (?:your|the|a|our) (?:\\w+ )?(?:quote|offer|contract|invoice)',
]

const boast = [
  "(?:you|you'll|mvps?|products?|apps?) (?:will |can |soon |all )?(?:make|earn)s? (?:your |the |their )?(?:money|profits?)|make (?:your|the) money|pays? for itself|break[- ]even|profitable|roi\\b|return on investment",
  'support (?:engineer|agent|person|staff|desk)s?|help ?desk|hotline|(?:phone|telephone|live|slack|whatsapp|weekend|premium|vip|instant|personal) support|day and night|night and day|(?:any|every) (?:time of (?:the )?(?:day|night)|hour of)|dedicated (?!to\\b)\\w+',
  '(?:half|twice|double|triple|a third|a quarter|a fraction|several times|\\w+ times) (?:of )?(?:the (?:time|speed|price|cost|effort)|as \\w+|that of|what)|\\w+ times (?:faster|cheaper|quicker|better|more)',
  'our (?:main|primary|favou?rite|preferred) (?:language|tool|framework|stack|technolog\\w+)|core business|tool of choice',
  '24/7 (?:\\w+ )?(?:support|phone|team|engineers?|monitoring|hotline|on-call|help|care|maintenance|coverage)',
  '(?:support|monitoring|help|reachable|on call|on-call|phone)[\\w ]{0,20} 24/7|round[- ]the[- ]clock|around the clock(?!,? (?:the founder|a team|hire|somebody))',
  '(?:double|triple|10x|explode|skyrocket) your|(?:more|increase|boost)\\w* (?:your )?(?:revenue|sales|conversions?)',
  '(?:award|prize)[- ]?\\w*|#1|number one|world-class|best in|top[- ]rated|(?<!\\w)rated\\b|stars?\\b|featured in|backed by|partner(?:ed|ship)? with',
  '(?:dozens|hundreds|thousands|millions|scores|countless|numerous|a lot|lots) of (?:\\w+ )?(?:clients?|compan\\w+|business\\w*|startups?|projects?|founders?|apps?|products?|mvps?|websites?|developers?|engineers?)',
]

/** Nobody judges others here. */
const rivals = [
  'scam\\w*|fraud\\w*|rip[- ]?offs?|waste of|ripping|overpric\\w+|overcharg\\w+|unreliable|dishonest|cheat\\w*|incompeten\\w+|terrible|awful|horrible|shady|crooks|liars?|lying|sloppy|amateur\\w*|garbage|rubbish|crap|sucks|useless|unprofessional|notorious\\w*|known for (?:missing|being|bad|poor|late|their)',
  "(?:they|them|their|agency|agencies|freelancers?|competitors?|rivals?|others|other (?:studios?|companies|developers))\\b[\\w' ]{0,24}\\b(?:slow|slower|bad|worse|poor|late|expensive|missed|deadlines|charge|charges|worst|low[- ]quality|disappoint\\w*|lie|lies|fail|fails)\\b|(?:avoid|stay away from|not trust|don't trust|never trust|not hire|never hire) (?:them|that|those|this|it)\\b|stay away|steer clear",
  "(?:we're|we are|i am|i'm|kitewright is|studio is) (?:\\w+ ){0,3}(?:better|cheaper|faster|best|the cheapest|the fastest|number one|leading|superior)",
  '(?:better|faster|cheaper|superior|stronger|smarter|safer) (?:than|to) (?:them|any|other|all|most|they|the (?:others|competition)|agenc|freelanc|anyone|everyone|an? (?:agency|freelancer|typical))|(?:better|faster|cheaper) than (?!(?:an? |the |our )?(?:full|mvp|saas|complete|startup|scale|enterprise|package|building|doing|that|this|it|[$\\d]))|outperform\\w*|(?:many|most|some|lots of|plenty of) people (?:say|think|agree|complain)|the best (?:choice|studio|option|agency|developer)',
]

/** What the site says nothing of. */
const biography = [
  "i(?:'m| am) (?:[a-z]+ )?(?:from|with) the|i(?:'m| am) (?:one|part|head|member) of|(?:sales|support|marketing|legal) department",
  '(?:work|working|available|reachable|open|online) (?:on|at|over|during|all) (?:the )?(?:weekends?|nights?|holidays|sundays?|saturdays?)',
  "our (?:[\\w-]+ ){0,2}(?:team|designers?|developers?|engineers?|staff|experts?|specialists?|colleagues?|employees|lawyers?|salespeople|sales|offices?|investors?|project managers?|account managers?|testers?|writers?|marketers?)\\b|(?:support|sales|design|development|qa|legal) team\\b|the team (?:can|will|is|has|works?)|(?<!your )team of (?!one|your)|founder(?:'s name)? is (?:called|named)|founder's name|(?:my|founder's|his|her) name is (?!not)",
  "i(?:'m| am) (?:really |actually )?(?:an? |the )?(?:real |actual )?(?:human|person|founder|lawyer|employee|member of the team)",
  '(?:founder|developer|studio|owner|he|she)\\b[\\w ,]{0,24}\\b(?:lives? in|born in|registered in|incorporated|graduated|studied|formerly|used to work|worked (?:at|for)|(?:is )?an? (?:ex-|former ))',
]

/** What no chat of a studio has to know. */
const secrets = [
  '(?:passwords?|passcodes?|passphrases?|pins?|otps?|cv[vc]|iban)\\b|(?:card|account|routing) (?:numbers?|details)|(?:security|verification|one-time|login) codes?\\b|code\\b[\\w ,]{0,30}\\b(?:bank|phone|sent|texted|got|received)\\b',
]

const verbs =
  '(?:book|schedul|reserv|sen[dt]|e-?mail|appl(?:y|i)|process|forward|notif|confirm|appr(?:ov)|register|arrang|call|creat|issu|extend|grant|accept|sign|add|put|lock|secur|block|assign|alert|messag|contact|inform|updat|mark|not(?:e|ed) (?:it|that) (?:in|for))\\w*'
/** Nobody but the visitor sends or books anything here. */
const action = [
  '(?:request|appointment|meeting|slot|invitation|details|message|information|data|name|address|e-?mail|idea|project|inquiry|enquiry|brief|notes?|answers?)\\b (?:has|have|is|are|was|were) (?:now |already |just |been |safely )*(?:added|put|entered|arranged|scheduled|set up|forwarded|passed|shared|received|saved|recorded|submitted|logged|transferred|handed|delivered|sent)\\b|(?:is|are) on (?:its|their|the) way|check your (?:inbox|e-?mails?|mail|spam)|in your inbox',
  "(?:i|we)(?:'ll| will| can|'m going to| am going to)? (?:also |just |gladly |then )*(?:pass|hand|relay|convey)\\b[\\w' ]{0,20}\\b(?:on|along|over|to)\\b|(?:i've|i have|we've|we have) (?:also |just |now |already )*(?:saved|recorded|stored|logged|submitted|passed|shared|told|asked|spoken|checked with|talked)|not(?:e|ed) (?:\\w+ )?(?:for|to) the founder",
  "(?:contract|quote|invoice|offer|proposal|paperwork|agreement) is (?:\\w+ )?(?:ready|prepared|attached|waiting)|(?:you're|you are) (?:now )?(?:our|a) (?:\\w+ )?(?:client|customer|partner)|as of today",
  "(?:in|to|into) (?:the|your|my|his|our) (?:diary|calendar|mailbox|schedule)|you(?:'ll| will) (?:soon |shortly |now |also )?(?:get|receive) an? (?:\\w+ )?(?:text|message|e-?mail|call|sms|confirmation|invitation|invoice|link|contract)\\b",
  '(?:placed|taken|got|received|has|have) (?:the|your|an) order\\b|ordered\\W*$',
  'order (?:is|has been|was) (?:\\w+ )?(?:accepted|received|confirmed|complete|placed|in)|congratulations on|accepted\\W*$|welcome aboard',
  "you(?:'ve| have) (?:got )?(?:a |yourself a )deal|it's a deal|(?:let me|allow me to) (?:just |quickly )?(?:book|schedule|reserve|send|apply|lock|hold|sign|grant)|(?:put|pencill?ed|signed) you (?:down|in|up)",
  `(?:i|we)(?:'ve| have|'d| had)? (?:already |just |now |also |gladly |hereby )*${verbs} (?:you|your|it|this|that|the|an?|him|her|them|for|in|down|everything|over|to)\\b`,
  "(?:i|we)(?:'ll| will| am going to|'m going to| can| shall| could) (?:now |also |just |gladly |personally |happily |then )*(?:book|schedule|reserve|send|e-?mail|apply|call|arrange|forward|notify|remind|text|ping|message|hold|block|lock|secure|waive|grant|process|approve|sign|add you|put you|get you|see to it|make sure|make it happen|take care of|(?:talk to|ask|tell|let|have) the founder|hand you|transfer you|connect you|invoice)\\b",
  "(?:you're|you are|you've been|you have been|your [\\w ]{1,24}(?:is|are|has been|have been|was)|it's|it is|that's|(?:call|slot|meeting|consultation|appointment|discount|price|date|refund|order|invoice|contract) (?:is|has been|was)) (?:now |all |already |hereby |officially )*(?:booked|confirmed|scheduled|reserved|set\\b|placed|opened|extended|renewed|locked|secured|approved|accepted|applied|granted|registered|on its way|on the way|sent|signed|processed|in the calendar|guaranteed)|(?:it's|that's|all) done",
  '(?:founder|boss|owner|team|manager|studio) (?:has |have |had |just |already )*(?:approved|agreed|accepted|confirmed|signed|ok(?:ay)?ed|granted|promised|booked|said yes)',
  'consider (?:it|this|that|yourself)\\b|expect (?:a|an|my|our|his|her) (?:call|e-?mail|message|invoice|reply from)|see you (?:on|at|then|there|tomorrow)',
  "(?:start|begin|kick off|get going)(?: work\\w*)?(?: on [\\w' ]{1,24})? (?:right (?:away|after|when)|immediately|at once|straight (?:away|after)|instantly|right now|asap|as soon as you)|(?:available|free) (?:right away|immediately|now)",
]

function anyOf(...lists: readonly string[][]): RegExp {
  return new RegExp(`\\b(?:${lists.flat().join('|')})`, 'g')
}

type PromiseRule = {
  reason: 'discount' | 'promise' | 'action' | 'rivals' | 'request' | 'other'
  pattern: RegExp
  /** Where a no in the same clause makes it harmless ("I can't grant a discount"), or that it is said of the free first call. */
  unless: 'denied' | 'of the call'
}

export const promiseRules: readonly PromiseRule[] = [
  { reason: 'rivals', pattern: anyOf(rivals), unless: 'denied' },
  { reason: 'request', pattern: anyOf(secrets), unless: 'denied' },
  { reason: 'discount', pattern: anyOf(discount), unless: 'denied' },
  { reason: 'promise', pattern: anyOf(unpaid), unless: 'of the call' },
  { reason: 'promise', pattern: anyOf(freebies, guarantee, legal), unless: 'denied' },
  { reason: 'other', pattern: anyOf(boast, biography), unless: 'denied' },
  { reason: 'action', pattern: anyOf(action), unless: 'denied' },
]
