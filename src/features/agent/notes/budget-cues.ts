/* What stands beside a sum in small letters and tells whose it is, and whether it is to be paid at all. */

export const budgetWord =
  /\b(?:bud?ge?t(?:s|ed)?|bugdet|spend|set aside|invest|allocated|in total|total|all[- ]in|limit|ceiling|max(?:imum)?)\b/
/** Words that make a bare number one of money: "we have 5k", "can do 4k". */
export const ownMoney =
  /\b(?:bud?ge?t|bugdet|spend|invest|afford|pay|allocated|set aside|limit|max|total|go (?:with|for|over|above)|can (?:\w+ )?(?:do|offer|manage|go)|could (?:\w+ )?(?:do|offer|manage|go)|more than|gave (?:me|us)|okayed|approved|given|of which|settle|consider|accept|thinking|exceed|left|remaining|got|have|sound|more like|make (?:it|this)|stick (?:to|with)|for under|in under)\b/
/** "our grant allows up to $5k", "$5k of it": out of money that is not all for this. */
export const setAside =
  /\b(?:grants?|funds?|donors?|council|board|committee) (?:will |has |have )?(?:allows?|covers?|gives?|provides?|voted|approved|granted|allocated)\b[^.!?;]{0,30}$|\b(?:set|put|setting|putting) aside\b[^.!?;]{0,30}$|\b(?:earmarked|allocated|allotted|reserved|budgeted)\b[^.!?;]{0,30}$|\bof which (?:about |up to )?$/
export const rateAfter =
  /^\s{0,2}(?:(?:usd|inr|eur|gbp) )?(?:\/(?!-)\s?\p{L}|per\b(?! project)|down\b(?! to)|an? (?:hour|month|day|week|year|mo|user|seat|piece|night|person|lead)|p\.?\s?m\b|p\.?\s?a\b|monthly|hourly|weekly|yearly|annually|annual|every (?:month|week|year|day)|each\b|mrr|arr|lpa|ctc|salary|in (?:revenue|sales|funding)|revenue|turnover|seed\b|(?:of )?funding)/u
export const otherMoney =
  /\b(?:rais(?:ed|ing)|revenue|mrr|arr|turnover|funding|funded|valuation|valued|sales|profits?|earn(?:s|ed|ing)?|(?:we|it|company|business) makes?|salary|hourly|per hour|monthly|retainer|subscriptions?|hosting|running costs?|costs (?:us|me)|rent|maintenance|seed round|series a|grant(?:ed)?|prize|debt|loan|charge[sd]?|priced|ticket|fee of|invoice[sd]?|worth|commission|per (?:user|seat|month|year)|order value|(?:customers?|users?|clients?|people|members?|students?|guests?) (?:[a-z]+ ){0,2}(?:spend|pay|buy))\b/
export const othersSum =
  /\b(?:quoted?|quotes|quotation|competitors?|(?:an)?other|freelancer|friend|fiverr|upwork|spent|paid|asked|wanted|demanded|wasted|burn(?:ed|t)|lost|(?:we|i) pay|currently pay|paying|cost us|billed|used to)\b|\b(?:agency|dev|developer|firm|vendor|studio|it|that|this|which)\b[^.!?;]{0,20}\b(?:charged|asked|took|cost|offered)\b/
export const refused =
  /(?:\b(?:not|isn't|wasn't|no longer|instead of|rather than|never|forget)|(?:don't|do not|dont) have) (?:(?:the|a|full|whole) ){0,2}$/
export const cannot =
  /\b(?:can't|cannot|cant|can not|couldn't|won't|unable to|don't want to|not going to|no way)\b(?!.{0,60}\b(?:above|over|beyond|exceed(?:ing)?|more than|past|higher than) (?:the |about )?$)/
export const tooMuch =
  /\b(?:too (?:much|high|expensive|steep|pricey)|expensive|steep|out of (?:my|our)|is a lot|overpriced)\b/
export const studioPrice =
  /\b(?:packages?|plans?|tiers?|starts? (?:at|from)|starting (?:at|from|price)|your (?:\p{L}{1,15} )?(?:price|rate|fee|quote|offer|site|website)|you (?:charge|say|quote|ask|want|said|mention(?:ed)?|told|offer)|negotiable|on (?:your|the|ur) (?:site|website|page)|advertised|listed|price of|(?:site|page|website) says|really|how come)\b/u
export const takenUp =
  /\b(?:(?:i|we)(?:'ll|'d| will) (?:take|go|have|get|book|buy|do|like)|take the|go(?:ing)? (?:with|for|ahead)|want the|like the|choos(?:e|ing)|pick|opt(?:ing)?|sign (?:me|us) up|let'?s (?:do|go|take|start)|prefer|works for (?:me|us)|is fine|sounds (?:good|fine)|count me in|interested in|need the|(?:our|my) plan|plan (?:says|allows|foresees))\b/
/** "5k users", "30 employees": what follows a number that counts things. */
export const countedThing = /^\+?\s?-?\s?[\p{L}%°:]/u
export const notCounted = new Set(
  "towards into package plan me mein tak ho ke ka to for or and in is max as with but at on total budget only if now right all maybe from by ish tops approx range would should can could work works per of i we my our the this that not so left remaining remains sounds ok okay enough please pls plus minimum maximum upfront first initially depending available set hai before until saved most around about will may how what no then it it's need name email asap timeline one flat fixed ballpark instead when once just because company deadline".split(
    ' ',
  ),
)
/** What may stand before a sum that is a whole reply. */
export const replyWords = new Set(
  "prob probs idk honestly guess roughly have got ideally lets final hi hello then wise limit my mera hamara hai is yes ok sure hmm well so maybe like say price cost amount money probably i think budget around about approx approximately max maximum upto up to under at least minimum min i'd let's somewhere between actually sorry make it not it's its our of the thinking can do we in range ballpark total no more than less below from be would".split(
    ' ',
  ),
)
